import type { WireResponse } from '../wire/wire-request.ts'

/** Words by which APIs that answer 400 or 403 say that a token is missing, unknown or too old. */
const WORDS =
  /\b(unauthori[sz]ed|unauthenticated|authori[sz]ation|credentials?|(access|session|bearer|auth)[ _-]?token|token (is |has )?(expired|invalid|missing)|session (is |has )?expired|api[ _-]?key)\b/i

/** Whether an answer says that the credentials of the request are not good: 401, or 400 and 403 in words. */
export const tellsOfCredentials = ({ status, body }: WireResponse): boolean =>
  status === 401 || ((status === 400 || status === 403) && WORDS.test(new TextDecoder().decode(body)))
