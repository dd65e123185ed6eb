import { equalJson } from '@contract-kit/json-schema/json'
import type { Entry } from '../access/credentials.ts'
import { Refusal, textOf } from '../http/call.ts'
import { despite } from './effects.ts'
import { type Advice, byStatus, type Deviation, everywhere, type FaultKind, type Site } from './fault.ts'

const isSecured = ({ operation: { security } }: Site): boolean =>
  security.some(({ schemes }) => schemes.length > 0)
const isOpen = ({ operation: { security } }: Site): boolean =>
  security.some(({ schemes }) => schemes.length === 0)
const isClosed = (site: Site): boolean => isSecured(site) && !isOpen(site)
const hasScopes = ({ operation: { security } }: Site): boolean =>
  security.some(({ schemes }) => schemes.some(({ scopes }) => scopes.length > 0))

/** Whether callers send a token verbatim in a header. */
const hasToken = ({ document, operation: { security } }: Site): boolean =>
  security.some(({ schemes }) =>
    schemes.some(({ name }) => {
      const scheme = document.securitySchemes.get(name)
      return scheme?.type === 'http'
        ? scheme.scheme === 'bearer'
        : /^o(?:auth2|penIdConnect)$/.test(scheme?.type ?? '')
    }),
  )

const advice = byStatus(
  [401, 403],
  'Give the operation an example of a request that succeeds with valid credentials.',
  'Document the 401, and the 403 if valid credentials may be insufficient.',
)

const faultOf = (
  id: string,
  title: string,
  isAt: (site: Site) => boolean,
  admit: NonNullable<Deviation['admit']>,
  adviceText: Advice = advice,
): FaultKind => ({
  id,
  class: 'credentials',
  title,
  advice: adviceText,
  find: (site) => everywhere(isAt(site) ? { admit } : undefined),
})

/** Accepts requests that the correct server rejects with a status. */
const admitting = (
  id: string,
  title: string,
  isAt: (site: Site) => boolean,
  refused: 401 | 403,
  isLetIn: (entry: Entry) => boolean = () => true,
): FaultKind =>
  faultOf(id, title, isAt, (entry) => {
    try {
      return entry.admit()
    } catch (error) {
      const isRefused = error instanceof Refusal && error.status === refused
      if (isRefused && isLetIn(entry)) return { identity: undefined }
      throw error
    }
  })

/** Accepts credentials that nearly match known ones. */
const admittingLike = (
  id: string,
  title: string,
  isLike: (given: string, known: string) => boolean,
): FaultKind =>
  admitting(id, title, isClosed, 401, ({ presented, known }) =>
    presented.some(({ value }) => known.some((one) => value !== one.value && isLike(value, one.value))),
  )

/** The header value after its first word. */
const behindScheme = ({ sent: { headers } }: Entry): string | undefined =>
  /^\s*\S+\s+(\S+)\s*$/.exec(textOf(headers['authorization']) ?? '')?.[1]

const isKnown = ({ known }: Entry, value: string | undefined): boolean =>
  known.some((one) => one.value === value && one.isExpired !== true)

export const credentialFaults: readonly FaultKind[] = [
  admitting(
    'admits-without-credentials',
    'A request without credentials is accepted',
    isClosed,
    401,
    ({ isAnySent }) => !isAnySent,
  ),
  admitting(
    'admits-wrong-credentials',
    'A request with wrong credentials is accepted',
    isClosed,
    401,
    ({ isAnySent }) => isAnySent,
  ),
  admitting(
    'admits-expired-credentials',
    'Expired credentials are accepted',
    isClosed,
    401,
    ({ presented, known }) =>
      presented.some(({ value }) => known.some((one) => one.value === value && one.isExpired === true)),
  ),
  admittingLike(
    'admits-part-of-credentials',
    'The first half of a credential is accepted',
    (given, known) => given.length >= Math.floor(known.length / 2) && known.startsWith(given),
  ),
  admittingLike(
    'admits-longer-credentials',
    'A credential with extra characters at its end is accepted',
    (given, known) => given.startsWith(known),
  ),
  admittingLike(
    'admits-other-case',
    'A credential in another letter case is accepted',
    (given, known) => given.toLowerCase() === known.toLowerCase(),
  ),
  admitting(
    'admits-other-scheme',
    'A token is accepted under any scheme of `Authorization`',
    (site) => isClosed(site) && hasToken(site),
    401,
    (entry) => isKnown(entry, behindScheme(entry)),
  ),
  admitting(
    'admits-token-in-query',
    'A token in the query is accepted',
    (site) => isClosed(site) && hasToken(site),
    401,
    (entry) =>
      [...new URLSearchParams(entry.sent.target.split('?')[1] ?? '').values()].some((value) =>
        isKnown(entry, value),
      ),
  ),
  admitting('admits-without-scope', 'Credentials without the scope are accepted', hasScopes, 403),
  faultOf('rejects-credentials', 'Valid credentials are rejected', isSecured, ({ admit, isAnySent }) => {
    const caller = admit()
    if (isAnySent) throw new Refusal(401, 'The credentials are not valid')
    return caller
  }),
  faultOf(
    'requires-credentials',
    'A public operation rejects requests without credentials',
    (site) => !isSecured(site) || isOpen(site),
    ({ admit, isAnySent }) => {
      if (!isAnySent) throw new Refusal(401, 'The request has no credentials')
      return admit()
    },
    'Declare `security: []` for public operations.',
  ),
  {
    id: 'shows-items-of-others',
    class: 'credentials',
    title: 'Items of other callers are shown',
    advice: byStatus(
      [403, 404],
      'State in the description whose items the operation shows.',
      'Document the 403 or 404 for items of others, and state in the description whose items the operation shows.',
    ),
    find: (site) => {
      const { role } = site.plan
      return everywhere(
        isSecured(site) && role.name !== 'create' && role.name !== 'example'
          ? {
              behave: (run, scene) => (input, call) => {
                const seeAll = { ...call, identity: undefined }
                if (role.name !== 'list')
                  return despite([403, 404], () => ({ input, call: seeAll }))(run, scene)(input, call)
                const [own, all] = [run(input, call), run(input, seeAll)]
                if (!equalJson(own.body, all.body)) scene.deviates()
                return all
              },
            }
          : undefined,
      )
    },
  },
]
