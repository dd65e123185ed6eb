import type { ApiDocument, ApiOperation } from '@contract-kit/openapi'
import type { Plan } from '../operations/plan.ts'
import type { Rules } from './rules.ts'

/** Differences from the documented behavior: sentences by kind. */
export type Warnings = ReadonlyMap<string, readonly string[]>

/** The kind of operations that return examples; `explain` lists them with their reasons. */
export const withoutState = 'Without state'

/** Statuses that depend on rules outside of the document. */
const ruled = ['402', '423', '424', '425', '429', '451']

/** Lists the parts of the document that the sandbox does not support, with the configuration that helps. `notes` come from parsing. */
export function findWarnings(
  document: ApiDocument,
  plans: readonly Plan[],
  rules: Rules,
  notes: Readonly<Record<string, readonly string[]>>,
): Warnings {
  const { operations, unread, webhooks } = document
  const examples = plans.filter(
    ({ operation, role }) => role.name === 'example' && !rules.operations.has(operation.id),
  )
  const calling = operations.filter(({ callbacks }) => callbacks.length > 0)
  const kinds: Readonly<Record<string, readonly string[]>> = {
    'The document': document.notes,
    ...notes,
    'Not served, 501': unread.map(({ id, reason }) => `${id} is not served; its response is 501: ${reason}`),
    [withoutState]:
      examples.length === 0
        ? []
        : [
            `${listOf(examples.map(({ operation }) => operation.id))} returns an example: the document does not say what it changes. Describe that with \`does\` in x-sandbox.`,
          ],
    'Limits that are not applied': [
      ...ruled.flatMap((status) => {
        const ids = operations.filter(({ responses }) => responses.has(status)).map(({ id }) => id)
        return ids.length === 0 ? [] : [`${status} of ${listOf(ids)} is never returned: ${ways(status)}.`]
      }),
      ...new Set(operations.flatMap(limitsIn)),
    ],
    'Not sent': [
      ...(webhooks.length === 0 ? [] : [`The webhook ${listOf(webhooks.map(({ id }) => id))} is not sent.`]),
      ...(calling.length === 0
        ? []
        : [`The callback of ${listOf(calling.map(({ id }) => id))} is not sent.`]),
    ],
  }
  return new Map(Object.entries(kinds).filter(([, texts]) => texts.length > 0))
}

const ways = (status: string): string =>
  `request it with \`Prefer: code=${status}\`, or return it from a handler of your own`

/** Lists the first names and the number of the others. */
const listOf = ([first = '', ...others]: readonly string[]): string =>
  others.length === 0
    ? first
    : others.length < 5
      ? [first, ...others].join(', ')
      : `${first} and ${others.length} others`

const limit =
  /\b(?:at most|no more than|not more than|a maximum of|up to|limited to|limit of|only one|only once)\b/i

/** Matches limits that schemas express and the sandbox enforces. */
const ofSchema =
  /\b(?:characters?|letters?|digits?|decimals?|bytes?|[KMG]i?B|(?:items|results|entries|records) (?:per|in a|on a) page)\b/i

/** The sentences of a description that state a limit. */
function limitsIn({ id, raw }: ApiOperation): readonly string[] {
  const prose = typeof raw['description'] === 'string' ? raw['description'] : ''
  return prose
    .split(/(?<=[.!?])\s+|\n{2,}/)
    .filter((sentence) => limit.test(sentence) && !ofSchema.test(sentence))
    .map(
      (sentence) =>
        `"${sentence.replaceAll(/\s+/g, ' ').trim()}" of ${id} is not applied: enforce it in a handler of your own.`,
    )
}
