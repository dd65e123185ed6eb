import type { Exchange } from '../../run/exchange.ts'
import { readCreated, type Created } from './find-created.ts'

/** All that the scenario created before a list; nothing where it also deleted, since who knows what is left. */
export const createdBefore = ({ history, case: { operation } }: Exchange): readonly Created[] => {
  if (history.some(({ case: { step } }) => step === 'delete')) return []
  return history
    .filter(({ case: { step } }) => step === 'create' || step === 'create-second')
    .flatMap((exchange) => readCreated(exchange) ?? [])
    .filter(({ resource }) => resource.list?.operation === operation)
}
