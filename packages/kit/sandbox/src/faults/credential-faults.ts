import { equalJson } from '@contract-kit/json-schema/json'
import { Refusal } from '../http/call.ts'
import { despite } from './effects.ts'
import type { FaultKind, Site } from './fault.ts'

const isSecured = ({ operation: { security } }: Site): boolean =>
  security.some(({ schemes }) => schemes.length > 0)
const isOpen = ({ operation: { security } }: Site): boolean =>
  security.some(({ schemes }) => schemes.length === 0)
const hasScopes = ({ operation: { security } }: Site): boolean =>
  security.some(({ schemes }) => schemes.some(({ scopes }) => scopes.length > 0))

const advice = 'Declare `security` at the operation, and document its 401 and 403.'

/** The response that a Refusal is, if an error is one. */
const statusOf = (error: unknown): number | undefined => (error instanceof Refusal ? error.status : undefined)

/** Lets requests in that the right server rejects. */
const admitting = (
  id: string,
  title: string,
  isAt: (site: Site) => boolean,
  isLetIn: (status: number, isAnySent: boolean) => boolean,
): FaultKind => ({
  id,
  class: 'credentials',
  title,
  advice,
  find: (site) =>
    isAt(site)
      ? [
          {
            place: '',
            deviation: {
              admit: (admit, isAnySent) => {
                try {
                  return admit()
                } catch (error) {
                  if (isLetIn(statusOf(error) ?? 0, isAnySent)) return { identity: undefined }
                  throw error
                }
              },
            },
          },
        ]
      : [],
})

export const credentialFaults: readonly FaultKind[] = [
  admitting(
    'admits-without-credentials',
    'A request without credentials is accepted',
    (site) => isSecured(site) && !isOpen(site),
    (status, isAnySent) => status === 401 && !isAnySent,
  ),
  admitting(
    'admits-wrong-credentials',
    'A request with wrong credentials is accepted',
    (site) => isSecured(site) && !isOpen(site),
    (status, isAnySent) => status === 401 && isAnySent,
  ),
  admitting(
    'admits-without-scope',
    'Credentials without the scope are accepted',
    hasScopes,
    (status) => status === 403,
  ),
  {
    id: 'rejects-credentials',
    class: 'credentials',
    title: 'Valid credentials are rejected',
    advice,
    find: (site) =>
      isSecured(site)
        ? [
            {
              place: '',
              deviation: {
                admit: (admit, isAnySent) => {
                  const caller = admit()
                  if (isAnySent) throw new Refusal(401, 'The credentials are not valid')
                  return caller
                },
              },
            },
          ]
        : [],
  },
  {
    id: 'requires-credentials',
    class: 'credentials',
    title: 'A request without credentials is rejected where none are needed',
    advice: 'Declare `security: []` at operations that anybody may use.',
    find: (site) =>
      !isSecured(site) || isOpen(site)
        ? [
            {
              place: '',
              deviation: {
                admit: (admit, isAnySent) => {
                  if (!isAnySent) throw new Refusal(401, 'The request has no credentials')
                  return admit()
                },
              },
            },
          ]
        : [],
  },
  {
    id: 'shows-items-of-others',
    class: 'credentials',
    title: 'Items of other callers are shown',
    advice:
      'Say in the description whose items an operation shows, and document its 403 or 404; check it with two identities that own items.',
    find: (site) => {
      const { role } = site.plan
      return isSecured(site) && role.name !== 'create' && role.name !== 'example'
        ? [
            {
              place: '',
              deviation: {
                behave: (run, scene) => (input, call) => {
                  const seeAll = { ...call, identity: undefined }
                  if (role.name !== 'list')
                    return despite([403, 404], () => ({ input, call: seeAll }))(run, scene)(input, call)
                  const [own, all] = [run(input, call), run(input, seeAll)]
                  if (!equalJson(own.body, all.body)) scene.deviates()
                  return all
                },
              },
            },
          ]
        : []
    },
  },
]
