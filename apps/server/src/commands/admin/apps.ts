import { addApp, type App, type OperatorOutcome, setAppEnabled } from '@giftcards/marketplace'
import { argumentAt, readForm } from './values.ts'
import { type Given, listResult, refusal, type Verb, type VerbResult } from './verb.ts'

const readId = (given: Given) =>
  readForm(
    'The id',
    argumentAt(given, 0),
    /^[\w.-]{1,100}$/,
    '1 to 100 letters, digits, dots, hyphens or underscores',
  )

const describe = ({ id, isEnabled }: App): string => `${id}  ${isEnabled ? 'enabled' : 'disabled'}`

const toResult = (outcome: OperatorOutcome<App>): VerbResult =>
  outcome.kind === 'refused'
    ? refusal(outcome.reason)
    : { isDone: true, text: describe(outcome.value), data: outcome.value }

const change = (name: 'enable' | 'disable', about: string): Verb => ({
  name: `app ${name}`,
  arguments: ['<id>'],
  options: {},
  about,
  example: `app ${name} corner-shop`,
  prepare(given) {
    const id = readId(given)
    return async ({ store }) => toResult(await setAppEnabled(store, id, name === 'enable'))
  },
})

/** Applications of partners. */
export const appVerbs: readonly Verb[] = [
  {
    name: 'app add',
    arguments: ['<id>'],
    options: {},
    about: 'adds an application of a partner, who sends its id as x-cc-app',
    example: 'app add corner-shop',
    prepare(given) {
      const id = readId(given)
      return async ({ store }) => toResult(await addApp(store, id))
    },
  },
  change('enable', 'lets a disabled application in again'),
  change('disable', 'rejects every request of an application from now on'),
  {
    name: 'app list',
    arguments: [],
    options: {},
    about: 'lists the applications',
    example: 'app list',
    isRead: true,
    prepare:
      () =>
      async ({ store }) =>
        listResult(await store.read((tx) => tx.listApps()), describe, 'There is no app'),
  },
]
