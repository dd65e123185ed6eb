import { type Check, createFinding, defineCheck, type Finding } from '../../core/check.ts'
import type { Exchange } from '../../core/exchange.ts'
import { type Json } from '@contract-kit/json-schema/json'
import { describeAnswer, isDeclared } from '../../checks/exchanges/exchange-facts.ts'
import { createdId, findStep, outcomeOf } from '../../compare/facts.ts'
import { commonFields, fieldAgrees, pairThings, readSent, readShown } from '../../compare/things.ts'

/**
 * A child is found and deleted only under its own parent. If each parent counts its ids from 1, the response must also show what was sent:
 * otherwise it may be another child. Nothing exists below a missing parent, where 404 is documented.
 */
export const childUnderWrongParent: Check = defineCheck({
  id: 'child-under-wrong-parent',
  title: 'Item is found under another parent',
  severity: 'high',
  needs: 'sequence',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const accuse = (text: string, subject = exchange): readonly Finding[] => [
      createFinding(childUnderWrongParent, subject, `${describeAnswer(subject)} ${text}.`),
    ]
    const outcome = outcomeOf(exchange)
    const [step, last, created] = [exchange.case.step, exchange.history.at(-1), findStep(exchange, 'create')]
    if (step === 'wrong-parent' && outcome === 'done' && created !== undefined)
      return isUnique(createdId(created)) || showsWhatWasSent(exchange, created)
        ? accuse('shows an item under a parent that it does not belong to')
        : []
    if (step === 'list-missing' && outcome === 'done')
      return accuse('lists items below a parent that does not exist')
    if (outcome !== 'gone' || last === undefined || outcomeOf(last) !== 'done') return []
    if (step === 'read-elsewhere' && last.case.step === 'delete-elsewhere')
      return accuse('deletes an item through a parent that it does not belong to', last)
    return step === 'read-missing' && last.case.step === 'create-missing'
      ? accuse('creates an item below a parent that does not exist', last)
      : []
  },
})

/** A number, or a short text, may exist under every parent. */
const isUnique = (id: Json | undefined): boolean => typeof id === 'string' && id.length >= 12

const showsWhatWasSent = (shown: Exchange, write: Exchange): boolean => {
  const [sent, answered] = pairThings(readSent(write), readShown(shown)) ?? []
  if (sent === undefined || answered === undefined) return false
  const fields = commonFields(sent, answered, true).filter(
    ({ left, right }) => right !== undefined && typeof left !== 'boolean',
  )
  return fields.length > 0 && fields.every(fieldAgrees)
}
