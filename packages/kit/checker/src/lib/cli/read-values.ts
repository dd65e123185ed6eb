import type { ReportKind, ReportTarget } from '../report/report-target.ts'
import type { Thresholds } from '../run/check-options.ts'
import { ConfigurationError } from '../run/configuration-error.ts'
import type { PhaseName } from '../run/exchange.ts'
import { nearestOf } from '../text/nearest-of.ts'

const KINDS: readonly ReportKind[] = ['json', 'junit', 'html', 'har']
const PHASES: readonly PhaseName[] = ['examples', 'coverage', 'fuzz', 'stateful']
const SHARES = ['operations', 'responses', 'parameters', 'keywords', 'examples'] as const

/** The values of an option that may repeat and may hold several, separated by commas. */
export const readList = (values: readonly string[] = []): readonly string[] =>
  values
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .filter((text) => text !== '')

/** A number that is not negative. Throws {@link ConfigurationError}. */
export const readNumber = (name: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value) && value >= 0) return value
  throw new ConfigurationError(`--${name} must be a number, not ${text === '' ? 'nothing' : text}.`)
}

/** Seconds as milliseconds; some time there must be. Throws {@link ConfigurationError}. */
export const readSeconds = (name: string, text: string | undefined): number | undefined => {
  const seconds = readNumber(name, text)
  if (seconds === 0) throw new ConfigurationError(`--${name} must be more than 0 seconds.`)
  return seconds === undefined ? undefined : seconds * 1000
}

/** The name of a phase. Throws {@link ConfigurationError}. */
export const readPhase = (text: string): PhaseName => {
  const phase = PHASES.find((name) => name === text)
  if (phase !== undefined) return phase
  throw new ConfigurationError(`There is no phase ${text}; did you mean ${nearestOf(PHASES, text)}?`)
}

/** A header by name and value (RFC 9110, section 5); what is wrong is told without the value, which may be secret. */
export const readHeader = (text: string): readonly [name: string, value: string] => {
  const at = text.indexOf(':')
  const name = text.slice(0, Math.max(at, 0)).trim()
  const value = text.slice(at + 1).trim()
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
    throw new ConfigurationError(
      "--header takes 'name: value'; what was given does not begin with a name and a colon.",
    )
  if (/[^\t\u0020-\u007E\u0080-\u00FF]/.test(value))
    throw new ConfigurationError(`The value of --header ${name} holds a character that no header can.`)
  return [name, value]
}

/** Whether an argument says where a report goes: `--report json=a junit=b` has two values. */
export const isReport = (text: string): boolean => KINDS.some((kind) => text.startsWith(`${kind}=`))

/** A kind of report and its file. Throws {@link ConfigurationError}. */
export const readReport = (text: string): ReportTarget => {
  const [name = ''] = text.split('=')
  const path = text.slice(name.length + 1)
  const kind = KINDS.find((known) => known === name)
  if (kind !== undefined && path !== '') return { kind, path }
  throw new ConfigurationError(
    `--report takes ${KINDS.map((known) => `${known}=<file>`).join(', ')}; ${text} is none of them.`,
  )
}

/** A share to reach, given in percent. Throws {@link ConfigurationError}. */
export const readThreshold = (text: string): Thresholds => {
  const [name = '', percent = ''] = text.split('=')
  const kind = SHARES.find((known) => known === name.trim())
  const value = Number(percent.trim().replace(/%$/, ''))
  if (kind !== undefined && percent.trim() !== '' && value >= 0 && value <= 100)
    return { [kind]: value / 100 }
  throw new ConfigurationError(
    `--threshold takes ${SHARES.join(', ')} with a percentage, such as responses=90; ${text} is none of them.`,
  )
}

/** The key of a finding, as reports show it. Throws {@link ConfigurationError}. */
export const readKey = (text: string | undefined): string | undefined => {
  if (text === undefined || /^[a-z][a-z0-9-]*:.*:[0-9a-f]{8}$/s.test(text)) return text
  throw new ConfigurationError(`--replay takes the key of a finding, as a report shows it; ${text} is none.`)
}
