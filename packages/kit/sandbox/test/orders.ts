import { arrayOf, documentOf, inPath, integer, json, object, ref, takes, text } from './small-documents.ts'

const uuid = { type: 'string', format: 'uuid' }
const refused = json({ type: 'object' }, 'Refused.')
const shows = (status: number, schema = ref('Order')) => ({
  responses: { [status]: json(schema), '4XX': refused },
})
const lines = { type: 'array', minItems: 1, items: ref('NewLine') }
const orderId = inPath('orderId')

/** An API whose orders have lines that only the order shows, in two versions of its path. */
export const ordersDocument = documentOf(
  {
    '/v3/orders': { post: shows(201) },
    '/v3.1/orders/{orderId}/lines': {
      parameters: [orderId],
      post: takes(object({ lines }, ['lines']), shows(201, ref('Added'))),
    },
    '/v3/orders/{orderId}/lines/{lineId}': { parameters: [orderId, inPath('lineId')], delete: shows(200) },
    '/v3/orders/{orderId}/vouchers/{code}': {
      parameters: [orderId, inPath('code')],
      post: shows(200),
      delete: shows(200),
    },
  },
  {
    NewLine: object({ article: text, quantity: { type: 'integer', minimum: 1 } }, ['article', 'quantity']),
    Line: object({ id: uuid, article: text, quantity: integer }, ['id', 'article', 'quantity']),
    Order: object({ orderId: uuid, lines: arrayOf(ref('Line')) }, ['orderId', 'lines']),
    Added: object({ order: ref('Order'), warning: text }, ['order']),
  },
)

/** An order of its responses. */
export interface Order {
  readonly orderId: string
  readonly lines: readonly { readonly id: string; readonly article: string; readonly quantity: number }[]
}
