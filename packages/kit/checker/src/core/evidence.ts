import { type Finding, isTurnedOff, type Rule } from './check.ts'
import type { Exchange } from './exchange.ts'

/**
 * The named exchanges of a scenario, in the order in which they were sent; the last one shows the result. An oracle needs all parts, but
 * may need only some exchanges of `earlier`.
 */
type Evidence<Seen> = { readonly [Part in keyof Seen]: Exchange | readonly Exchange[] | undefined }

/** A kind of evidence. Scenarios produce it and oracles judge it; both import it, so a mistyped part does not compile. */
export interface EvidenceKind<in out Seen extends object> {
  /** Its name in regression files: `changed item read`. */
  readonly name: string
  /** Converts evidence to the form that oracles judge. */
  readonly of: (seen: Seen) => Shown
  /** The evidence, if it is of this kind. */
  readonly read: (shown: Shown) => Seen | undefined
}

/** Evidence of any kind. */
export interface Shown {
  readonly kind: string
  readonly parts: Readonly<Record<string, Exchange | readonly Exchange[] | undefined>>
}

/** Defines a kind of evidence. Its name must be unique. */
export const defineEvidence = <Seen extends Evidence<Seen>>(name: string): EvidenceKind<Seen> => ({
  name,
  of: (seen) => ({ kind: name, parts: seen }),
  read: (shown) => (shown.kind === name ? (shown.parts as Seen) : undefined),
})

/** Judges one kind of evidence. An oracle is pure: it never throws and keeps no state. */
export type Oracle = (shown: Shown) => readonly Finding[]

/** An oracle for one kind of evidence. */
export const judges =
  <Seen extends object>(kind: EvidenceKind<Seen>, judge: (seen: Seen) => readonly Finding[]): Oracle =>
  (shown) => {
    const seen = kind.read(shown)
    return seen === undefined ? [] : judge(seen)
  }

/** A rule about how requests affect the items of an API. */
export interface PropertyRule extends Rule {
  readonly oracles: readonly Oracle[]
  /** Judges any exchange, alone or with the preceding ones. */
  readonly verify?: (exchange: Exchange) => readonly Finding[]
}

/** The findings of a rule on evidence, without those that a policy turns off for their operation or the last one. */
export const judgeShown = ({ oracles }: Pick<PropertyRule, 'oracles'>, shown: Shown): readonly Finding[] => {
  const found = oracles.flatMap((oracle) => oracle(shown))
  if (found.length === 0) return found
  const exchanges = exchangesOf(shown)
  const last = exchanges.at(-1)
  if (last === undefined) return []
  return found.filter(({ check, operationId }) => {
    const about = exchanges.find(({ case: { operation } }) => operation?.id === operationId) ?? last
    return ![last, about].some((exchange) => isTurnedOff(check, exchange.case, exchange))
  })
}

/** All distinct exchanges of the evidence, in the order of its parts. */
export const exchangesOf = ({ parts }: Shown): readonly Exchange[] => [
  ...new Set(Object.values(parts).flatMap((part) => part ?? [])),
]
