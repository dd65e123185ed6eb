export {
  addCards,
  type AdjustedCart,
  adjustQuantity,
  type CardsAdded,
  type CardsWanted,
  removeCard,
} from './lib/carts/cart-lines.ts'
export { type CartLineView, type CartView, listCarts, type LiveCart } from './lib/carts/cart-view.ts'
export { createCart, sweep } from './lib/carts/carts.ts'
export { createCheckoutQueue } from './lib/checkout/checkout-queue.ts'
export type {
  CardsCheckout,
  CartCheckout,
  CheckoutLine,
  CheckoutOutcome,
  CheckoutRequest,
  Idempotency,
} from './lib/checkout/checkout-request.ts'
export { executedRefusalKinds } from './lib/checkout/checkout-request.ts'
export { checkout } from './lib/checkout/checkout.ts'
export { applyCoupon, removeCoupon } from './lib/coupons/coupons.ts'
export {
  depositToDrawdown,
  getDrawdownAccount,
  listDrawdownTransactions,
} from './lib/customers/drawdown-account.ts'
export { openingRows } from './lib/customers/ledger.ts'
export { login, type LoginAttempt } from './lib/customers/login.ts'
export { createKeyedQueue, type KeyedQueue } from './lib/keyed-queue.ts'
export { planRecurringJobs } from './lib/jobs/recurring-jobs.ts'
export { type JobResult, LastAttemptLostError } from './lib/jobs/job-attempt.ts'
export { createWorker, runJobs, type Worker, type WorkerEvents } from './lib/jobs/worker.ts'
export type {
  Address,
  App,
  Caller,
  Customer,
  CustomerCaller,
  SavedPaymentMethod,
} from './lib/model/accounts.ts'
export {
  type Cart,
  type CartLine,
  type CartOwner,
  type CartWithMerchants,
  ownerText,
} from './lib/model/cart.ts'
export type { AppliedCoupon, Coupon, CouponLine } from './lib/model/coupon.ts'
export type { Job, JobCount, JobState, JobTask, NewJob, PurgedRecords } from './lib/model/job.ts'
export type { LimitReport, ReportLimit } from './lib/model/limit.ts'
export type { DrawdownAccount, DrawdownTransaction, StoreCreditTransaction } from './lib/model/ledger.ts'
export {
  type CardOfOrder,
  isFulfilled,
  type NumberSeries,
  type Order,
  orderMessages,
  type OrderPayment,
  type OrderStatus,
  type OrderStep,
  type OrderUnit,
  type PaymentMethod,
  paymentMethods,
} from './lib/model/order.ts'
export type {
  IdempotencyRecord,
  LegState,
  PaymentLeg,
  PaymentLegKey,
  PendingPayment,
  PreparedOrder,
} from './lib/model/payment.ts'
export {
  availableCount,
  type CardType,
  countByBucket,
  type Fulfillment,
  type Merchant,
  type StockBucket,
  type StockKey,
  stockKeyText,
} from './lib/model/stock.ts'
export {
  formatDollars,
  parseBps,
  parseCents,
  paymentDiscountCents,
  paymentDiscountBps,
  toDollars,
  unitCostCents,
} from './lib/money.ts'
export {
  addApp,
  addCustomer,
  changeCustomer,
  endSessions,
  type NewCustomer,
  setAppEnabled,
  setPassword,
} from './lib/operator/accounts.ts'
export { addCoupon, addMerchant, endCoupon, setStock, type StockView } from './lib/operator/catalog.ts'
export {
  addPaymentMethod,
  adjustStoreCredit,
  openDrawdownAccount,
  removePaymentMethod,
  setStoreCredit,
} from './lib/operator/customer-money.ts'
export { cancelJob, recordOutsideRefund, retryJob } from './lib/operator/jobs.ts'
export { asOperator, dryRun, type OperatorOutcome } from './lib/operator/operator-store.ts'
export { setOrderStatus } from './lib/operator/order-status.ts'
export { CardsNotIssuedError } from './lib/orders/issue-cards.ts'
export { findNextStep } from './lib/orders/order-steps.ts'
export { getOrder, listOrders, type OrderView } from './lib/orders/order-view.ts'
export { RefundMismatchError } from './lib/payments/refunds.ts'
export { reconcileGateway } from './lib/payments/reconcile-gateway.ts'
export { planSettlements } from './lib/payments/settle-payment.ts'
export type {
  CardIssuer,
  CardSecrets,
  CardVault,
  CheckoutQueue,
  Clock,
  IdSource,
  JobDeps,
  MarketplaceDeps,
  MaskedSecrets,
  OrderDeps,
  PasswordHasher,
  Pause,
  RealTime,
  StartTimer,
} from './lib/ports/deps.ts'
export {
  type AcceptedPayment,
  type CancelAnswer,
  type GatewayCharge,
  type GatewayRecord,
  type PaymentAnswer,
  type PaymentGateway,
  PaymentUnavailableError,
} from './lib/ports/payment-gateway.ts'
export {
  type Access,
  type ClockSetting,
  type Lock,
  type SeedData,
  type Store,
  type StoreMode,
  type StoreReader,
  type StoreTransaction,
  StoreUnavailableError,
} from './lib/ports/store.ts'
export { isRefused, type Outcome, type Refusal, type RefusalKind, type ThrottleKind } from './lib/refusal.ts'
export { type MarketplaceSettings, settings } from './lib/settings.ts'
export {
  getSecureData,
  getWalletCard,
  type SecureData,
  spendWalletCard,
  toMasked,
  type WalletCard,
} from './lib/wallet/wallet-card.ts'
