import { resolvePointer } from './resolve-pointer.ts'
import type { RuleSection } from './rule.ts'

/** Returns one sentence for each pointer of the catalogue that does not resolve in the bundled contract. */
export function findBrokenPointers(sections: readonly RuleSection[], document: unknown): string[] {
  return sections
    .flatMap(({ rules }) => rules)
    .flatMap(({ id, where }) =>
      'server' in where
        ? []
        : where
            .filter((pointer) => resolvePointer(document, pointer) === undefined)
            .map((pointer) => `Row ${id} points at ${pointer}, which the contract does not have.`),
    )
}
