import { MASK } from '../wire/mask-secrets.ts'

/** What reports may show of credentials. */
export interface MaskOptions {
  /** Default of a run: false. */
  readonly showSecrets: boolean
  /** Headers, cookies and query parameters that hold secrets, in lower case. */
  readonly secretNames: readonly string[]
  /** The credentials themselves, longest first. */
  readonly secrets: readonly string[]
}

/** Members by which answers hand out credentials. */
const HANDED_OUT =
  /("(?:[a-z]+[_-]?)?(?:token|password|secret|api[_-]?key|authorization)"\s*:\s*")(?:[^"\\]|\\.)*"/gi

/** A text without the credentials of the run, wherever they stand in it, and without those that an answer hands out. */
export const maskText = (text: string, { showSecrets, secrets }: MaskOptions): string =>
  showSecrets
    ? text
    : secrets
        .reduce((masked, secret) => masked.replaceAll(secret, MASK), text)
        .replaceAll(HANDED_OUT, `$1${MASK}"`)
