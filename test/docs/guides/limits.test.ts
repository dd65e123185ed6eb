import { settings } from '@giftcards/marketplace'
import { readConfig } from '@giftcards/server'
import contract from '@giftcards/openapi/dist/openapi.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { getGuide, readTable } from './guides.ts'

const { AddCardsRequest, Address, AdjustQuantityRequest } = contract.components.schemas

/** The limits of the numbers in a line of cards. */
type CardLine = Readonly<Record<'faceValue' | 'percentOff' | 'quantity', NumberLimits>>

/** The limits of a number in the contract. */
interface NumberLimits {
  readonly minimum: number
  readonly maximum: number
  readonly exclusiveMaximum: number
}

/** Returns the properties of the schema that a reference names. */
function readCardLine({ $ref }: { readonly $ref: string }): CardLine {
  const schemas: Readonly<Record<string, unknown>> = contract.components.schemas
  const name = $ref.slice($ref.lastIndexOf('/') + 1)
  return (schemas[name] as { readonly properties: CardLine }).properties
}

const minutes = (ms: number): string => `${ms / 60_000} minutes`

describe('the limits of the carts guide', () => {
  it('are those of the contract and the service', () => {
    const rows = readTable(getGuide('carts-reservations-partial-stock').markdown, 'What', 'Limit')
    const { faceValue, percentOff, quantity } = readCardLine(AddCardsRequest.properties.cards.items)
    const { qty } = AdjustQuantityRequest.properties
    expect(Object.fromEntries(rows.map(({ What = '', Limit }) => [What, Limit]))).toStrictEqual({
      'Active carts of an account': '1',
      'Lines in one request': String(AddCardsRequest.properties.cards.maxItems),
      'quantity of a line': `${quantity.minimum} to ${quantity.maximum}`,
      'qty of an adjustment': `−${-qty.minimum} to ${qty.maximum}, not 0`,
      'Cards in a cart or an order': String(settings.maxCards),
      faceValue: `${faceValue.minimum} to ${faceValue.maximum}, at most two decimals`,
      percentOff: `${percentOff.minimum} to less than ${percentOff.exclusiveMaximum}, at most two decimals`,
      'Life of a cart': `${settings.cartTtlMs / 60_000} minutes after its last change`,
    })
  })
})

describe('the limits of the guide on versions and rate limits', () => {
  it('are those of the service', () => {
    const rows = readTable(getGuide('versions-and-limits').markdown, 'What', 'Limit')
    const config = readConfig({})
    expect(Object.fromEntries(rows.map(({ What = '', Limit }) => [What, Limit]))).toStrictEqual({
      requests: `${config.rateLimitPerMinute} a minute`,
      'opening sessions': `${config.rateLimitPerMinute} a minute`,
      'requests of all sessions': `${(20 * config.rateLimitPerMinute).toLocaleString('en')} a minute`,
      'refused applications and tokens': '60 a minute',
      'failed logins': `${settings.maxLoginFailures} in ${minutes(settings.loginFailureWindowMs)}`,
      'failed logins from all': `${settings.maxLoginGuesses} an hour`,
      logins: `${settings.maxLoginAttempts} a minute`,
      'unknown coupon codes': `${settings.maxUnknownCoupons} in ${minutes(settings.unknownCouponWindowMs)}`,
      checkouts: 'one at a time',
      'work in progress': `${config.maxConcurrentRequests} requests`,
      'work of one address': `${config.maxConcurrentRequests / 2} requests`,
    })
    expect([settings.loginAttemptWindowMs, settings.loginGuessWindowMs]).toStrictEqual([60_000, 3_600_000])
    const description = contract.components.headers['RateLimit-Policy'].description
    const names = rows.flatMap(({ Name = '' }) => (Name === 'none' ? [] : [Name]))
    expect(names.filter((name) => !description.includes(`\`${name}\``))).toStrictEqual([])
  })
})

describe('the contract', () => {
  it('has nothing deprecated, as the guide on versions says', () => {
    expect(getGuide('versions-and-limits').markdown).toContain('of the contract is deprecated today')
    expect(JSON.stringify(contract)).not.toMatch(/"deprecated":true|"x-sunset"/)
  })

  it('has one path outside of /v3/, as the guide on versions says', () => {
    const others = Object.keys(contract.paths).filter((path) => !path.startsWith('/v3/'))
    expect(others).toStrictEqual(['/v3.1/carts/{cartId}/cards'])
  })
})

describe('the limits of an address in the guide on decisions', () => {
  it('are those of the contract', () => {
    const rows = readTable(getGuide('where-the-specification-is-silent').markdown, 'Field', 'Required')
    const required: readonly string[] = Address.required
    const fields = Object.entries(Address.properties)
    expect(rows.map(({ Field, Required }) => [Field, Required])).toStrictEqual(
      fields.map(([name]) => [name, required.includes(name) ? 'yes' : 'no']),
    )
    const lengths = fields.flatMap(([name, schema]) =>
      'pattern' in schema
        ? []
        : [[name, `${'minLength' in schema ? schema.minLength : 0} to ${schema.maxLength} characters`]],
    )
    expect(
      rows.flatMap(({ Field, Limit = '' }) => (Limit.endsWith('characters') ? [[Field, Limit]] : [])),
    ).toStrictEqual(lengths)
  })
})

describe('the time limits of the guide on providers', () => {
  it('are those of the service', () => {
    const rows = readTable(getGuide('connect-a-provider').markdown, 'Call', 'Called by')
    const [gateway, issuer] = [settings.gatewayLimitMs, settings.issuerLimitMs].map((ms) => `${ms / 1000} s`)
    expect(Object.fromEntries(rows.map(({ Call = '', Limit }) => [Call, Limit]))).toStrictEqual({
      charge: `${gateway} for each leg`,
      cancel: gateway,
      refund: gateway,
      issue: issuer,
      void: issuer,
      find: gateway,
    })
    expect(settings).toMatchObject({
      jobLeaseMs: 30_000,
      longestJobPauseMs: 3_600_000,
      jobAttempts: 48,
    })
  })
})
