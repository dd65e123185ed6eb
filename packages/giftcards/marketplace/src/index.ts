export type { BasketLine } from './lib/basket.ts'
export { checkBooks, type KnownBooks } from './lib/books/check-books.ts'
export { createFindings, type Findings } from './lib/books/findings.ts'
export { addCards, type CardsAdded, type CardsWanted } from './lib/carts/add-cards.ts'
export { type AdjustedCart, adjustQuantity } from './lib/carts/adjust-quantity.ts'
export type { CartLineView, CartView } from './lib/carts/cart-view.ts'
export { createCart } from './lib/carts/create-cart.ts'
export { removeCard } from './lib/carts/remove-card.ts'
export { checkoutWaitMs, createCheckoutQueue } from './lib/checkout/checkout-queue.ts'
export type {
  CardsCheckout,
  CartCheckout,
  CheckoutLine,
  CheckoutOutcome,
  CheckoutRequest,
  Idempotency,
  PlacedOrder,
} from './lib/checkout/checkout-request.ts'
export { checkout } from './lib/checkout/checkout.ts'
export { priceBasket, type PricedBasket, type PricedUnit } from './lib/checkout/price-order.ts'
export { applyCoupon } from './lib/coupons/apply-coupon.ts'
export { type CouponDiscount, couponDiscount } from './lib/coupons/coupon-discount.ts'
export { removeCoupon } from './lib/coupons/remove-coupon.ts'
export { login, type LoginAttempt } from './lib/customers/login.ts'
export type { JobDeps, MarketplaceDeps, OrderDeps } from './lib/deps.ts'
export { getDrawdownAccount, listDrawdownTransactions } from './lib/drawdown/drawdown-account.ts'
export { planRecurringJobs } from './lib/jobs/recurring-jobs.ts'
export { type JobResult, runJobs } from './lib/jobs/run-jobs.ts'
export type { Caller, CustomerCaller } from './lib/model/caller.ts'
export type { Cart, CartLine, CartOwner } from './lib/model/cart.ts'
export type { AppliedCoupon, Coupon, CouponLine } from './lib/model/coupon.ts'
export type { Address, Customer, SavedPaymentMethod } from './lib/model/customer.ts'
export type { DrawdownAccount, DrawdownTransaction } from './lib/model/drawdown.ts'
export type { Job, JobCount, JobState, JobTask, NewJob, PurgedRecords } from './lib/model/job.ts'
export type { FulfilmentCourse, Merchant } from './lib/model/merchant.ts'
export {
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
  type StockBucket,
  type StockKey,
  stockKeyText,
} from './lib/model/stock.ts'
export type { StoreCreditTransaction } from './lib/model/store-credit.ts'
export { allocate } from './lib/money/allocate.ts'
export { formatDollars, parseBps, parseCents, toDollars } from './lib/money/cents.ts'
export { paymentDiscountBps, paymentDiscountCents } from './lib/money/payment-discount.ts'
export { percentageOf, unitCostCents } from './lib/money/percentage.ts'
export { addApp, setAppEnabled } from './lib/operator/apps.ts'
export { addCoupon, endCoupon } from './lib/operator/coupons.ts'
export {
  addCustomer,
  changeCustomer,
  type NewCustomer,
  openDrawdownAccount,
} from './lib/operator/customers.ts'
export { depositToDrawdown } from './lib/operator/deposit-to-drawdown.ts'
export { listCarts, type LiveCart } from './lib/operator/list-carts.ts'
export { listOrders } from './lib/operator/list-orders.ts'
export { asOperator, type OperatorOutcome, rehearsal } from './lib/operator/operator-store.ts'
export { changeOrderStatus, setOrderStatus } from './lib/operator/set-order-status.ts'
export { setStoreCredit } from './lib/operator/set-store-credit.ts'
export { spendWalletCard } from './lib/operator/spend-wallet-card.ts'
export { addMerchant, setStock, type StockView } from './lib/operator/stock.ts'
export { getOrder } from './lib/orders/get-order.ts'
export { CardsNotIssuedError } from './lib/orders/issue-cards.ts'
export { findNextStep } from './lib/orders/next-step.ts'
export { isFulfilled } from './lib/orders/order-facts.ts'
export type { OrderView } from './lib/orders/order-view.ts'
export { settleEverything } from './lib/orders/settle-account.ts'
export { reconcileGateway } from './lib/payments/reconcile-gateway.ts'
export { planSettlements } from './lib/payments/settle-payment.ts'
export {
  type AuditableStore,
  type BooksReader,
  type CouponUseCount,
  type CouponUsePlace,
  type CustomerBooks,
  type LedgerKind,
  type LedgerRow,
  ownerText,
  type SharedCard,
} from './lib/ports/books-reader.ts'
export type {
  CardIssuer,
  CardSecrets,
  CardVault,
  CheckoutQueue,
  Clock,
  IdSource,
  MaskedSecrets,
  PasswordHasher,
} from './lib/ports/collaborators.ts'
export {
  type AcceptedPayment,
  type CancelAnswer,
  type GatewayCharge,
  type GatewayRecord,
  type PaymentAnswer,
  type PaymentGateway,
  PaymentUnavailableError,
} from './lib/ports/payment-gateway.ts'
export type { RealTime, StartTimer } from './lib/ports/real-time.ts'
export {
  type Access,
  type App,
  type CardOfOrder,
  type CartWithMerchants,
  type ClockSetting,
  type CouponUse,
  type IdempotencyRecord,
  type Lock,
  type NumberSeries,
  type SeedData,
  type Store,
  type StoreMode,
  type StoreReader,
  type StoreTransaction,
  StoreUnavailableError,
} from './lib/ports/store.ts'
export type { Outcome, Refusal, RefusalKind, ThrottleKind } from './lib/refusal.ts'
export { type MarketplaceSettings, settings } from './lib/settings.ts'
export { openingRows } from './lib/store-credit.ts'
export { sweep } from './lib/sweep.ts'
export { getSecureData, type SecureData } from './lib/wallet/get-secure-data.ts'
export { getWalletCard, toMasked, type WalletCard } from './lib/wallet/wallet-card.ts'
