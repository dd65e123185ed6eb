import type { Json } from '@contract-kit/json-schema/json'
import { wordsOf } from './names.ts'

/** Words for the progress of an asynchronous job. A failed job is not final, since the server may retry it. */
const STAGES = new Map(
  [
    'working: queued enqueued pending waiting submitted accepted scheduled created new starting started running processing executing inprogress active',
    'failed: failed failure error errored',
    'done: done complete completed finished succeeded success successful',
    'canceled: canceled aborted',
  ].flatMap((line) => {
    const [stage = '', ...words] = line.split(/:? /)
    return words.map((word) => [word, stage] as const)
  }),
)

/** States that follow an action and last for a while, unlike `restarting` or `opened`. */
const LASTING =
  /^(checked(in|out)|closed|archived|published|approved|rejected|declined|paid|refunded|returned|confirmed|shipped|delivered|resolved|revoked|voided)$/

const wordOf = (value: Json | undefined): string => (typeof value === 'string' ? wordsOf(value).join('') : '')

/** The stage that a state means: `working`, `failed`, `done` or `canceled`; undefined for any other value. */
export const stageOfWord = (value: Json | undefined): string | undefined =>
  STAGES.get(wordOf(value).replace(/^cancelled$/, 'canceled'))

/** Whether a state is final: done or canceled. */
export const isOver = (value: Json | undefined): boolean => /^(done|canceled)$/.test(stageOfWord(value) ?? '')

/** Whether a state follows an action and lasts for a while. */
export const isLasting = (value: Json | undefined): boolean => LASTING.test(wordOf(value))

/** Whether a property holds the state of its object: `status`, `paymentState`, but not `lastStatus`. */
export const isStateName = (name: string): boolean =>
  /^(status|state|phase|stage)$/.test(wordsOf(name).at(-1) ?? '') && !wordsOf(name).includes('last')
