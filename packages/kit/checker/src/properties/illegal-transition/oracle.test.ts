import { type Draft, rigOf } from '../../../test/describe-check.ts'
import { describeRule } from '../../../test/describe-property.ts'
import { jsonBody, jsonResponse } from '../../../test/one-operation.ts'
import { endedItemUsed, itemActedOn } from '../../scenarios/evidence.ts'
import { illegalTransitionRule } from './oracle.ts'

const CARD = {
  type: 'object',
  properties: { id: { type: 'string' }, state: { type: 'string', enum: ['draft', 'open', 'done'] } },
}
const parameters = [{ name: 'cardId', in: 'path', required: true, schema: { type: 'string' } }]
const action = (
  operationId: string,
  description: string,
  rejection: object = { 409: { description: 'No.' } },
) => ({
  parameters,
  post: { operationId, description, responses: { 200: jsonResponse(CARD), ...rejection } },
})
const rig = await rigOf({
  paths: {
    '/cards': {
      post: { operationId: 'create', requestBody: jsonBody(CARD), responses: { 201: jsonResponse(CARD) } },
    },
    '/cards/{cardId}': { parameters, get: { operationId: 'look', responses: { 200: jsonResponse(CARD) } } },
    '/cards/{cardId}/publish': action('publish', 'Only a draft can be published.'),
    '/cards/{cardId}/unlimited': action('unlimited', 'Publishes a draft.'),
    '/cards/{cardId}/lenient': action(
      'lenient',
      'Only a draft can be published. Nothing happens to an open card.',
    ),
    '/cards/{cardId}/finish': action('finish', 'The card must be in state open, and is done afterwards.'),
    '/cards/{cardId}/reopen': action('reopen', 'A draft card cannot be reopened.'),
    '/cards/{cardId}/unrejected': action('unrejected', 'Only a draft can be published.', {}),
  },
})
const at = { path: { cardId: 'c1' } }
const look = (state: string): Draft => ({ operation: 'look', ...at, json: { id: 'c1', state } })
const acted = (state: string, operation: string, more: Draft = {}) => ({
  before: look(state),
  act: { operation, ...at, json: { id: 'c1', state: 'open' }, ...more },
  after: look('open'),
})

describeRule(illegalTransitionRule, itemActedOn, rig, [
  [
    'reports an action in a state that the document excludes',
    acted('open', 'publish'),
    'The 200 response of publish accepts the action while state is "open"; the document allows it only in "draft".',
  ],
  ['reports it in a state that is only its result', acted('done', 'finish'), 1],
  ['reports it in a state that is forbidden', acted('draft', 'reopen'), 1],
  ['accepts it in a state that is not forbidden', acted('done', 'reopen'), 0],
  ['accepts it in an allowed state', acted('draft', 'publish'), 0],
  ['accepts a rejection', acted('open', 'publish', { status: 409, json: undefined }), 0],
  ['keeps silent if the document limits nothing', acted('open', 'unlimited'), 0],
  ['keeps silent about a state that the document mentions otherwise', acted('open', 'lenient'), 0],
  ['keeps silent if no rejection is documented', acted('open', 'unrejected'), 0],
  ['keeps silent about a state that the document does not list', acted('strange', 'publish'), 0],
  ['keeps silent if the state was not read', { ...acted('open', 'publish'), before: undefined }, 0],
])

describeRule(illegalTransitionRule, endedItemUsed, rig, [
  [
    'reports an action on an item that has ended',
    {
      earlier: [],
      before: look('done'),
      use: { operation: 'publish', ...at, json: { id: 'c1', state: 'open' } },
      after: look('open'),
    },
    1,
  ],
])
