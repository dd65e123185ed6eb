import { createPublicKey, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import process from 'node:process'
import { openapiDocument, type Wire } from '@giftcards/contract'
import express, { type ErrorRequestHandler, type Request, type Response } from 'express'
import { middleware } from 'express-openapi-validator'
import helmet from 'helmet'
import { jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import { pino } from 'pino'
import { pinoHttp } from 'pino-http'
import { collectDefaultMetrics, Histogram, register } from 'prom-client'

// The yardstick: three operations of the reference server, written by hand on the same database. Each library is used as its
// README shows. Cheap optimizations of the reference server are here too: cached tokens, prepared statements, buffered log lines.

type Schemas = Wire.components['schemas']

const database = new DatabaseSync(process.env['DATABASE_FILE'] ?? '')
database.exec('pragma journal_mode = wal; pragma synchronous = full')

const selectAccess = database.prepare(`
  select (select is_enabled from apps where id = :appId) as isEnabled,
    (select is_disabled from customers where id = :customerId) as isDisabled`)

const selectCart = database.prepare(`
  select carts.id as cartId, cart_lines.id, merchant_id as merchant, name as merchantName, image as merchantImage,
    face_value_cents as cents, percent_off_bps as bps, quantity, card_type as type, is_low_risk as isLowRisk
  from carts
  left join cart_lines on cart_lines.cart_id = carts.id
  left join merchants on merchants.id = merchant_id
  where owner_kind = 'customer' and owner_id = :customerId and expires_at > :now
  order by position`)

const reserveStock = database.prepare(`
  update stock set reserved = reserved + :qty
  where (merchant_id, card_type, face_value_cents, percent_off_bps, is_low_risk) = (
      select merchant_id, card_type, face_value_cents, percent_off_bps, is_low_risk
      from cart_lines where cart_id = :cartId and id = :cardId)
    and on_hand - reserved >= :qty`)

const adjustLine = database.prepare(
  'update cart_lines set quantity = quantity + :qty where cart_id = :cartId and id = :cardId',
)

const keepCart = database.prepare('update carts set expires_at = :expiresAt where id = :cartId')

const selectAccount = database.prepare(`
  select balance_cents as balance, pending_cents as pending, is_active as isActive
  from drawdown_accounts where customer_id = :customerId`)

interface CartRow extends Omit<Schemas['CartCard'], 'isLowRisk'> {
  readonly cartId: string
  readonly cents: number
  readonly bps: number
  readonly isLowRisk: number
}

const refusal = (status: number, code: string, message: string): Error =>
  Object.assign(new Error(message), { status, code })

function findCart(customerId: string): Schemas['Cart'] {
  const rows = selectCart.all({ customerId, now: Date.now() }) as unknown as CartRow[]
  const [first] = rows
  if (first === undefined) throw refusal(404, 'cart_not_found', 'Cart not found')
  const lines = rows.filter(({ id }) => id !== null)
  return {
    cartId: first.cartId,
    cards: lines.map(({ cartId: _cart, cents, bps, isLowRisk, ...line }) => ({
      ...line,
      balance: cents / 100,
      cost: Math.floor((cents * (10_000 - bps) + 5000) / 10_000) / 100,
      percentOff: bps / 100,
      isLowRisk: isLowRisk === 1,
    })),
    couponData: null,
  }
}

function findAccount(customerId: string): Schemas['DrawdownAccount'] {
  const row = selectAccount.get({ customerId: Number(customerId) })
  if (row === undefined) throw refusal(404, 'drawdown_account_not_found', 'Drawdown account not found')
  const { balance, pending, isActive } = row as Record<'balance' | 'pending' | 'isActive', number>
  return {
    balance: balance / 100,
    availableBalance: (balance - pending) / 100,
    pendingBalance: pending / 100,
    isActive: isActive === 1,
  }
}

function adjustQuantity(customerId: string, cartId: string, cardId: string, qty: number): Schemas['Cart'] {
  database.exec('begin immediate')
  try {
    const cart = findCart(customerId)
    if (cart.cartId !== cartId) throw refusal(404, 'cart_not_found', 'Cart not found')
    const line = cart.cards.find(({ id }) => id === cardId)
    if (line === undefined) throw refusal(404, 'cart_card_not_found', 'Cart card not found')
    if (line.quantity + qty < 1) throw refusal(400, 'quantity_below_one', 'Quantity would be below one')
    if (cart.cards.reduce((sum, { quantity }) => sum + quantity, qty) > 500)
      throw refusal(400, 'too_many_cards', 'A cart holds at most 500 cards')
    if (reserveStock.run({ cartId, cardId, qty }).changes === 0)
      throw refusal(400, 'insufficient_inventory', 'Insufficient inventory')
    adjustLine.run({ cartId, cardId, qty })
    keepCart.run({ cartId, expiresAt: Date.now() + 86_400_000 })
    const changed = findCart(customerId)
    database.exec('commit')
    return changed
  } catch (error) {
    database.exec('rollback')
    throw error
  }
}

const publicKey = createPublicKey(process.env['JWT_PRIVATE_KEY'] ?? '')
const verified = new LRUCache<string, { customerId: string; expiresAt: number }>({ max: 10_000 })

async function verify(token: string, appId: string) {
  const { payload } = await jwtVerify(token, publicKey, { algorithms: ['ES256'], audience: appId })
  const caller = { customerId: payload.sub ?? '', expiresAt: (payload.exp ?? 0) * 1000 }
  verified.set(`${appId} ${token}`, caller)
  return caller
}

/** Stores the customer of a valid token in the locals of the response. */
async function identify(request: Request): Promise<boolean> {
  const appId = request.get('x-cc-app') ?? ''
  const token = (request.get('authorization') ?? '').replace(/^Bearer /i, '')
  const { customerId, expiresAt } = verified.get(`${appId} ${token}`) ?? (await verify(token, appId))
  const access = selectAccess.get({ appId, customerId: Number(customerId) })
  if (request.res !== undefined) request.res.locals['customerId'] = customerId
  return expiresAt > Date.now() && access?.['isEnabled'] === 1 && access['isDisabled'] === 0
}

const customerOf = (response: Response): string => response.locals['customerId'] as string

const answerError: ErrorRequestHandler = (
  error: { status?: number; message: string },
  request,
  response,
  _next,
) => {
  const { status = 500, message } = error
  if (status >= 500) request.log.error(error)
  response.status(status).json({ message: [status >= 500 ? 'Internal server error' : message] })
}

collectDefaultMetrics()
const seconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Seconds from arrival to the end of the response',
  labelNames: ['method', 'route', 'status'],
})

const app = express()
app.disable('etag')
app.use(
  pinoHttp({
    logger: pino(pino.destination({ sync: false, minLength: 4096 })),
    genReqId: () => randomUUID(),
    serializers: {
      req: ({ id, method, url }: Record<string, unknown>) => ({ id, method, url }),
      res: ({ statusCode }: Record<string, unknown>) => ({ statusCode }),
    },
  }),
)
app.use(helmet())
app.use((request, response, next) => {
  const end = seconds.startTimer({ method: request.method })
  response.once('close', () =>
    end({ route: (request.route as { path?: string } | undefined)?.path ?? '', status: response.statusCode }),
  )
  response.set({ 'cache-control': 'no-store', 'x-request-id': request.id as string })
  next()
})
app.get('/metrics', async (_request, response) => {
  response.type(register.contentType).send(await register.metrics())
})
app.use(express.json())
app.use(
  middleware({
    // The validator's document type has other extensions than ours.
    apiSpec: openapiDocument as never,
    validateRequests: true,
    validateResponses: true,
    validateSecurity: {
      handlers: { partnerApp: () => true, sessionToken: (request) => identify(request) },
    },
  }),
)
app.get('/v3/customers/drawdown-account', (_request, response) => {
  response.json(findAccount(customerOf(response)))
})
app.post('/v3/carts', (_request, response) => {
  response.json(findCart(customerOf(response)))
})
app.put('/v3/carts/:cartId/cards/:cardId', (request, response) => {
  const { cartId, cardId } = request.params
  const { qty } = request.body as Schemas['AdjustQuantityRequest']
  response.json(adjustQuantity(customerOf(response), cartId, cardId, qty))
})
app.use(answerError)

const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
