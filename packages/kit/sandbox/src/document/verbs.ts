import { wordsOf } from '@contract-kit/resources/words'

/** Resulting states of verbs, other than their participles. */
const results: Readonly<Record<string, readonly string[]>> = {
  abort: ['aborted', 'canceled', 'cancelled'],
  accept: ['accepted', 'approved'],
  activate: ['active', 'activated', 'enabled'],
  begin: ['started', 'running', 'begun', 'inprogress'],
  checkout: ['checkedout', 'ordered', 'completed'],
  complete: ['completed', 'complete', 'done', 'finished', 'succeeded'],
  deactivate: ['inactive', 'deactivated', 'disabled'],
  decline: ['declined', 'rejected'],
  disable: ['disabled', 'inactive', 'off'],
  enable: ['enabled', 'active', 'on'],
  finish: ['finished', 'done', 'completed', 'complete'],
  hold: ['held', 'onhold'],
  open: ['open', 'opened'],
  pause: ['paused', 'suspended'],
  pay: ['paid'],
  put: ['put'],
  reject: ['rejected', 'declined'],
  reopen: ['open', 'opened', 'reopened'],
  restart: ['queued', 'pending', 'running', 'started'],
  resume: ['running', 'active', 'resumed', 'started', 'inprogress', 'playing'],
  rerun: ['queued', 'pending', 'running'],
  retry: ['queued', 'pending', 'waiting', 'running', 'retrying'],
  run: ['running', 'started'],
  send: ['sent'],
  start: ['started', 'running', 'inprogress', 'active', 'processing'],
  stop: ['stopped', 'halted', 'inactive'],
  submit: ['submitted', 'pending'],
  withdraw: ['withdrawn'],
}

/** Verbs that reverse another verb. */
const opposites: Readonly<Record<string, string>> = {
  restore: 'archive',
  reopen: 'close',
  disable: 'enable',
  deactivate: 'activate',
  resume: 'pause',
  unhide: 'hide',
}

/** Verbs that may leave a final state. */
const reviving = /^(re(open|store|try|start|run|activate|sume|do|instate)|un)/

/** A parsed verb of a path. */
export interface Verb {
  readonly words: readonly string[]
  /** Possible resulting states, most likely first, without blanks and in lower case. */
  readonly results: readonly string[]
  /** The resulting states of the verb that it reverses; empty if it reverses none. */
  readonly undone: readonly string[]
  readonly isReviving: boolean
  /** Whether it repeats an item: `retry`. */
  readonly isRepeating: boolean
}

/** Parses a verb such as `cancel`, `check_in` or `unarchive`. `isUndo` if the operation reverses it. */
export function readVerb(text: string, isUndo: boolean): Verb {
  const words = wordsOf(text)
  const [base = '', ...rest] = words
  const particle = rest.join('')
  const opposite = opposites[base] ?? (/^un[a-z]{3,}/.test(base) ? base.slice(2) : undefined)
  const reached = resultsOf(base, particle)
  return {
    words,
    results: isUndo ? [] : reached,
    undone: isUndo ? reached : opposite === undefined ? [] : resultsOf(opposite, particle),
    isReviving: isUndo || reviving.test(base),
    isRepeating: /^re(try|run|start)$/.test(base),
  }
}

function resultsOf(base: string, particle: string): readonly string[] {
  const forms = [...(results[base] ?? []), ...participlesOf(base), base]
  return particle === '' ? forms : [...forms.map((form) => form + particle), base + particle]
}

/** `archived`, `canceled` and `cancelled`, `verified`, `shipped`, `taken`. */
function participlesOf(base: string): readonly string[] {
  if (base.endsWith('e')) return [`${base}d`, `${base}n`]
  if (/[^aeiou]y$/.test(base)) return [`${base.slice(0, -1)}ied`]
  return [`${base}ed`, `${base}${base.at(-1) ?? ''}ed`, `${base}n`]
}
