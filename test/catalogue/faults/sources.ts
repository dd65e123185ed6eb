/** The sources for faults, named by their content. */
const server = 'apps/server/src'
const domain = 'packages/giftcards/marketplace/src/lib'
const storage = 'packages/giftcards/storage/src/lib'

/** The contract that the server and the tests read. */
export const contract = 'packages/giftcards/contract/src/generated/document.ts'
export const operationTable = 'packages/giftcards/contract/src/generated/operations.ts'
export const sandboxContract = 'packages/giftcards/contract/src/generated/sandbox-document.ts'

export const cartWire = `${server}/wire/cart-to-wire.ts`
export const orderWire = `${server}/wire/order-to-wire.ts`
export const walletWire = `${server}/wire/wallet-to-wire.ts`
export const drawdownWire = `${server}/wire/drawdown-to-wire.ts`
export const fromWire = `${server}/wire/from-wire.ts`
export const refusals = `${server}/wire/refusal-catalogue.ts`
export const rateLimitHeaders = `${server}/wire/rate-limit-headers.ts`
export const apiError = `${server}/wire/api-error.ts`
export const errorResponses = `${server}/wire/error-responses.ts`
export const app = `${server}/app.ts`
export const partnerApi = `${server}/partner-api.ts`
export const caller = `${server}/auth/caller.ts`
export const tokens = `${server}/auth/tokens.ts`
export const passwords = `${server}/auth/passwords.ts`
export const cardVault = `${server}/auth/card-vault.ts`
export const limits = `${server}/limits.ts`
export const config = `${server}/config.ts`
export const createServer = `${server}/create-server.ts`
export const clock = `${server}/clock.ts`
export const log = `${server}/observe/log.ts`
export const triggers = `${server}/sandbox/triggers.ts`
export const sandboxApi = `${server}/sandbox/sandbox-api.ts`
export const status = `${server}/sandbox/status.ts`
export const publishedData = `${server}/sandbox/published-data.ts`
export const sandboxGateway = `${server}/sandbox/sandbox-payment-gateway.ts`
export const syntheticCards = `${server}/sandbox/synthetic-card-issuer.ts`
export const requestLog = `${server}/sandbox/request-log/request-log.ts`
export const redactPath = `${server}/observe/redact-path.ts`
export const masking = `${server}/sandbox/request-log/masking.ts`
export const replay = `${server}/sandbox/request-log/replay.ts`
export const operation = (name: string): string => `${server}/operations/${name}.ts`
export const control = (name: string): string => `${server}/sandbox/controls/${name}.ts`

export const carts = `${domain}/carts/carts.ts`
export const cartLines = `${domain}/carts/cart-lines.ts`
export const cartView = `${domain}/carts/cart-view.ts`
export const coupons = `${domain}/coupons/coupons.ts`
export const couponDiscount = `${domain}/coupons/coupon-discount.ts`
export const money = `${domain}/money.ts`
export const settings = `${domain}/settings.ts`
export const checkout = `${domain}/checkout/checkout.ts`
export const judgeCheckout = `${domain}/checkout/judge-checkout.ts`
export const priceOrder = `${domain}/checkout/price-order.ts`
export const reserveCards = `${domain}/checkout/reserve-cards.ts`
export const idempotency = `${domain}/checkout/idempotency.ts`
export const keyedQueue = `${domain}/keyed-queue.ts`
export const checkoutQueue = `${domain}/checkout/checkout-queue.ts`
export const placeOrder = `${domain}/orders/place-order.ts`
export const orderSteps = `${domain}/orders/order-steps.ts`
export const jobAttempt = `${domain}/jobs/job-attempt.ts`
export const orderView = `${domain}/orders/order-view.ts`
export const orderModel = `${domain}/model/order.ts`
export const stockModel = `${domain}/model/stock.ts`
export const charge = `${domain}/payments/charge.ts`
export const refunds = `${domain}/payments/refunds.ts`
export const settlePayment = `${domain}/payments/settle-payment.ts`
export const walletCard = `${domain}/wallet/wallet-card.ts`
export const login = `${domain}/customers/login.ts`
export const ledger = `${domain}/customers/ledger.ts`
export const drawdownAccount = `${domain}/customers/drawdown-account.ts`
export const operatorStatus = `${domain}/operator/order-status.ts`
export const stored = (name: string): string => `${storage}/tables/${name}.ts`

/** Returns a text that occurs once in the contract: the start of a schema. */
export const schema = (name: string): string => `\n      "${name}": {\n        "type": "object",`
/** Returns a text that occurs once in the contract: the start of a path. */
export const path = (name: string): string => `\n    "${name}": {`
/** Returns a text that occurs once in the contract: the start of an operation. Unlike in links, the summary follows the ID. */
export const operationObject = (name: string): string => `"operationId": "${name}",\n        "summary"`
export const kitRouter = 'packages/kit/express/src/router.ts'
export const kitBody = 'packages/kit/express/src/body.ts'
export const kitProblems = 'packages/kit/express/src/problems.ts'
export const listen = `${server}/listen.ts`
export const ids = `${server}/auth/ids.ts`
export const collaborators = `${server}/collaborators.ts`
export const startFailure = `${server}/start-failure.ts`
export const shutdown = `${server}/observe/shutdown.ts`
export const databaseMode = `${storage}/schema/database-mode.ts`
export const schemaState = `${storage}/database/schema-state.ts`
export const sqliteStore = `${storage}/sqlite/sqlite-store.ts`
export const migrateDatabase = `${storage}/database/migrate-database.ts`
export const archive = `${storage}/maintenance/archive.ts`
export const recurringJobs = `${domain}/jobs/recurring-jobs.ts`
/** The whole contract with its sources, as written by the build. */
export const fullContract = 'openapi/dist/openapi.full.json'
export const cartModel = `${domain}/model/cart.ts`
