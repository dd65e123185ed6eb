import { type Construct, type Data, type Draft, ofTopic, withProbe } from '../construct.ts'

const secured = (scheme: Data, security: readonly Data[] = [{ key: [] }], more: Data = {}): Data =>
  withProbe('get', { security }, { components: { securitySchemes: { key: scheme, ...more } } })

const bearer = { type: 'http', scheme: 'bearer' }
const inHeader = { type: 'apiKey', in: 'header', name: 'X-Key' }
const oauth = (scopes: Data): Data => ({
  type: 'oauth2',
  flows: { clientCredentials: { tokenUrl: 'http://api.test/token', scopes } },
})

const row = (name: string, scheme: Data, wire: Draft['wire'], more: Partial<Draft> = {}): Draft => ({
  name,
  document: secured(scheme),
  credentials: { key: 'secret' },
  wire,
  wrong: { target: '/things' },
  revised: secured(scheme === inHeader ? bearer : inHeader),
  ...more,
})

const authorized = (authorization: string) => ({ target: '/things', headers: { authorization } })

/** The constructs of security. */
export const security: readonly Construct[] = ofTopic('Security', [
  row(
    'apiKey in a header',
    inHeader,
    { target: '/things', headers: { 'x-key': 'secret' } },
    { shows: ['X-Key'] },
  ),
  row('apiKey in the query', { type: 'apiKey', in: 'query', name: 'key' }, { target: '/things?key=secret' }),
  row(
    'apiKey in a cookie',
    { type: 'apiKey', in: 'cookie', name: 'key' },
    { target: '/things', headers: { cookie: 'key=secret' } },
  ),
  row('http bearer', bearer, authorized('Bearer secret')),
  row('http basic', { type: 'http', scheme: 'basic' }, authorized(`Basic ${btoa('user:secret')}`), {
    credentials: { key: 'user:secret' },
  }),
  row('oauth2', oauth({ read: 'Reads.' }), authorized('Bearer secret')),
  row(
    'openIdConnect',
    { type: 'openIdConnect', openIdConnectUrl: 'http://api.test/.well-known/openid-configuration' },
    authorized('Bearer secret'),
  ),
  {
    name: 'mutualTLS',
    document: secured({ type: 'mutualTLS' }),
    wire: { target: '/things' },
    revised: secured(inHeader),
  },
  {
    name: 'alternatives',
    document: secured(inHeader, [{ key: [] }, { token: [] }], { token: bearer }),
    credentials: { key: 'secret', token: 'secret' },
    wire: { target: '/things', headers: { 'x-key': 'secret' } },
    wrong: { target: '/things' },
    revised: secured(inHeader, [{ key: [] }], { token: bearer }),
  },
  {
    name: 'two together',
    document: secured(inHeader, [{ key: [], token: [] }], { token: bearer }),
    credentials: { key: 'secret', token: 'secret' },
    wire: { target: '/things', headers: { authorization: 'Bearer secret', 'x-key': 'secret' } },
    wrong: authorized('Bearer secret'),
    revised: secured({ ...inHeader, name: 'X-Other' }, [{ key: [], token: [] }], { token: bearer }),
  },
  {
    name: 'anonymous beside a scheme',
    document: secured(inHeader, [{ key: [] }, {}]),
    wire: { target: '/things' },
    revised: secured(inHeader),
  },
])
