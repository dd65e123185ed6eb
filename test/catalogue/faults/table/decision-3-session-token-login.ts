import type { FaultTable } from '../fault.ts'
import { caller, config, errorResponses, login, operation, settings, tokens } from '../sources.ts'

const issue = 'response.set(tokenHeaders(await tokens.issue(token)))'

export const faults: FaultTable = [
  { rule: 'D3-01', file: tokens, find: 'kid: key.id })', replace: "kid: 'current' })" },
  {
    rule: 'D3-02',
    file: tokens,
    find: 'new SignJWT({ sid: sessionId, ...ofLogin })',
    replace: 'new SignJWT({ sid: sessionId, ttl: tokenTtlSeconds, ...ofLogin })',
  },
  {
    rule: 'D3-03',
    file: tokens,
    find: 'if (login !== null) jwt.setSubject(String(login.customerId))',
    replace: 'jwt.setSubject(String(login?.customerId ?? 99))',
  },
  {
    rule: 'D3-04',
    file: tokens,
    find: 'return found\n      } catch {\n        return undefined',
    replace:
      "return found\n      } catch {\n        const part = (index: number) => JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString())\n        if (part(0).alg !== algorithm) return { appId, sessionId: part(1).sid, login: null, expiresAt: part(1).exp * 1000 }\n        return undefined",
  },
  {
    rule: 'D3-05',
    file: config,
    find: 'TOKEN_TTL_SECONDS: integer(1, yearSeconds, 3600)',
    replace: 'TOKEN_TTL_SECONDS: integer(1, yearSeconds, 7200)',
  },
  {
    rule: 'D3-06',
    file: tokens,
    find: "'x-token-exp-seconds': String(expiresInSeconds)",
    replace: "'x-token-exp-seconds': expiresInSeconds.toFixed(1)",
  },
  {
    rule: 'D3-07',
    file: tokens,
    find: 'authorization: token,',
    replace: 'authorization: `Bearer ${token}`,',
  },
  {
    rule: 'D3-08',
    file: caller,
    find: '/^Bearer +(\\S+) *$/i',
    replace: '/^(?:Bearer +|Token +)?(\\S+) *$/i',
  },
  { rule: 'D3-09', file: tokens, find: 'left <= refreshWindowMs', replace: 'left <= refreshWindowMs + 1000' },
  {
    rule: 'D3-10',
    file: errorResponses,
    find: 'if (known !== undefined) return toResponse(known)',
    replace: "if (known !== undefined) return (response.removeHeader('authorization'), toResponse(known))",
  },
  {
    rule: 'D3-11',
    file: caller,
    find: issue,
    replace:
      'response.set(Object.fromEntries(Object.entries(tokenHeaders(await tokens.issue(token))).slice(0, 2)))',
  },
  {
    rule: 'D3-12',
    file: tokens,
    find: 'isExpired: ({ expiresAt }) => expiresAt <=',
    replace: 'isExpired: ({ expiresAt }) => expiresAt - 200_000 <=',
  },
  {
    rule: 'D3-13',
    file: caller,
    find: 'if (token !== undefined && tokens.isToRefresh(token))',
    replace:
      "if (token !== undefined) response.set('x-session-id', token.sessionId)\n      if (token !== undefined && tokens.isToRefresh(token))",
  },
  {
    rule: 'D3-14',
    file: operation('login'),
    find: 'firstname, lastname, isElite } },',
    replace: 'firstname, lastname: firstname, isElite } },',
  },
  {
    rule: 'D3-15',
    file: operation('login'),
    find: 'body: { customer: {',
    replace: 'body: { access_token: issued.token, customer: {',
  },
  {
    rule: 'D3-16',
    file: login,
    find: 'const isRight = await deps.passwords.verify(password, customer?.passwordHash)',
    replace:
      'const isRight = customer !== undefined && (await deps.passwords.verify(password, customer.passwordHash))',
  },
  { rule: 'D3-17', file: settings, find: 'maxLoginFailures: 5', replace: 'maxLoginFailures: 6' },
  { rule: 'D3-18', file: settings, find: 'maxLoginAttempts: 10', replace: 'maxLoginAttempts: 11' },
  {
    rule: 'D3-19',
    file: operation('create-session'),
    find: 'renderAssets: true',
    replace: 'renderAssets: false',
  },
  {
    rule: 'D3-20',
    file: login,
    find: 'isKnown: isKnownSession || isKnownAddress',
    replace: 'isKnown: false',
  },
]
