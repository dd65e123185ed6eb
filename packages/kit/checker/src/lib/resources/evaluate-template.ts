import { isObject, type Json } from '../schema/json.ts'
import { evaluateExpression, type ExpressionSource } from './evaluate-expressions.ts'

/** A structure with its expressions replaced by their values; properties and items whose expression gives nothing are left out. */
export const evaluateTemplate = (template: Json, exchange: ExpressionSource): Json | undefined => {
  if (Array.isArray(template)) {
    return template.map((item) => evaluateTemplate(item, exchange)).filter((item) => item !== undefined)
  }
  if (!isObject(template)) return template === null ? null : evaluateExpression(template, exchange)
  return Object.fromEntries(
    Object.entries(template).flatMap(([name, child]) => {
      const value = evaluateTemplate(child, exchange)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
