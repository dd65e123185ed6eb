/** Reads requests and responses: ids, items, links, inputs. */
export { type IdQuery, findIds, findItems, wrappedIn } from '../find-id.ts'
export { idQueryOf } from '../finish-resources.ts'
export { findIdempotencyKey, rejectsOtherRequests, repeatsAnswer } from '../idempotency.ts'
export { findBodyMedia, fitId, operationInputs } from '../inputs.ts'
export { evaluateExpression, evaluateExpressions, evaluateTemplate } from '../links.ts'
export { pickInputs } from '../pick-inputs.ts'
export { readId } from '../resource-names.ts'
export {
  type FoundId,
  type Id,
  type ListedItem,
  findCreatedId,
  findShownItem,
  isId,
  readListedItems,
} from '../response-items.ts'
export {
  type Sketch,
  type SketchField,
  answerSketch,
  findJsonMedia,
  sketchSchema,
  sketchValue,
  type SketchPlace,
  walkSketch,
} from '../sketch.ts'
