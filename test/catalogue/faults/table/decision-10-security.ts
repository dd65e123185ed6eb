import type { FaultTable } from '../fault.ts'
import {
  caller,
  config,
  coupons,
  createServer,
  judgeCheckout,
  limits,
  listen,
  login,
  settings,
  stored,
  tokens,
  migrateDatabase,
} from '../sources.ts'

const begin = '      readiness.begin()\n'
const forgetting = `      await store.transaction((tx) => tx.purge('attempts', Number.MAX_SAFE_INTEGER, 1000))\n${begin}`

export const faults: FaultTable = [
  { rule: 'D10-01', file: tokens, find: 'new Map([...oldKeys, key].map', replace: 'new Map([key].map' },
  {
    rule: 'D10-02',
    file: limits,
    find: 'if (!places.hasRoom(address)) throw serviceUnavailable()\n      places.take(address)',
    replace: 'places.take(address)',
  },
  {
    rule: 'D10-03',
    file: listen,
    find: 'const connections = acceptConnections(server, maxConnections, perAddress)',
    replace: 'const connections = acceptConnections(server, 10_000, 10_000)',
  },
  {
    rule: 'D10-04',
    file: stored('orders'),
    find: "await audit.append(to === 'Processing' ? [placed] : [placed, moved], inserted)",
    replace: 'await inserted',
  },
  {
    rule: 'D10-05',
    file: migrateDatabase,
    find: "audit_log: 'select, insert'",
    replace: "audit_log: 'select, insert, delete'",
  },
  {
    rule: 'D10-06',
    file: config,
    find: "for (const name of ['SANDBOX_SEED', 'SANDBOX_KEY'] as const)",
    replace: "for (const name of ['SANDBOX_SEED'] as const)",
  },
  {
    rule: 'D10-07',
    file: caller,
    find: "if (!access.customerIsEnabled) throw tokenRefused('token_invalid')",
    replace: '',
  },
  {
    rule: 'D10-08',
    file: login,
    find: 'const isRight = await deps.passwords.verify(password, customer?.passwordHash)',
    replace:
      'const isRight = customer !== undefined && (await deps.passwords.verify(password, customer.passwordHash))',
  },
  { rule: 'D10-09', file: createServer, find: begin, replace: forgetting },
  { rule: 'D10-10', file: settings, find: 'maxUnknownCoupons: 20', replace: 'maxUnknownCoupons: 21' },
  {
    rule: 'D10-11',
    file: coupons,
    find: 'const guessesOf = ({ customerId, ip }: Caller): string =>\n  customerId === null ? `unknown-coupon:address:${ip}`',
    replace:
      'const guessesOf = ({ customerId, sessionId }: Caller): string =>\n  customerId === null ? `unknown-coupon:address:${sessionId}`',
  },
  {
    rule: 'D10-12',
    file: coupons,
    find: 'const coupon = await tx.findCoupon(canonicalCode(code))\n  if (coupon === undefined) await',
    replace:
      'const found = await tx.findCoupon(canonicalCode(code))\n  const coupon = found !== undefined && expiryOf(found) < now ? undefined : found\n  if (coupon === undefined) await',
  },
  {
    rule: 'D10-13',
    file: judgeCheckout,
    find: 'if (code === undefined) return done(null)\n  const throttled = await throttleCoupons(tx, caller, now)\n  if (throttled !== undefined) return throttled',
    replace:
      'const throttled = await throttleCoupons(tx, caller, now)\n  if (throttled !== undefined) return throttled\n  if (code === undefined) return done(null)',
  },
  { rule: 'D10-14', file: createServer, find: begin, replace: forgetting },
]
