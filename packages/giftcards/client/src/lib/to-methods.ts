import type { CheckoutOptions } from './call-options.ts'
import { type AnswerParts, type ClientCall, toClientCall } from './client-call.ts'
import type { Sender } from './create-sender.ts'
import type { OutgoingCall } from './outgoing-call.ts'
import type { OperationRow } from './operation-row.ts'
import { untilAborted } from './until-aborted.ts'

type Method = (first?: object, second?: object) => ClientCall<unknown, AnswerParts>

/** A method for each row: `(input, options)` where the operation takes an input, else `(options)`. */
export function toMethods(
  rows: Readonly<Record<string, OperationRow>>,
  send: Sender,
): Readonly<Record<string, Method>> {
  const methods: Record<string, Method> = {}
  for (const operationId in rows) {
    const row = rows[operationId]!
    const takesInput = row[1].includes('{') || row[3] || row[4]
    methods[operationId] = (first = {}, second = {}) => {
      const input = (takesInput ? first : {}) as OutgoingCall['input']
      const options: CheckoutOptions = takesInput ? second : first
      return toClientCall(untilAborted(send({ operationId, row, input, options }), options.signal))
    }
  }
  return methods
}
