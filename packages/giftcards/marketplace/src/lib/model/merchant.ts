/**
 * How orders with this merchant's cards go on after checkout (decision: sandbox, magic merchants).
 * `standard` is what every ordinary merchant has.
 */
export type FulfilmentCourse = 'standard' | 'delayed' | 'review' | 'hold' | 'cancel' | 'never-sold'

/** A merchant whose cards are sold. */
export interface Merchant {
  readonly id: number
  readonly name: string
  readonly image: string
  readonly balanceCheckLink: string
  readonly color: string
  readonly description: string
  readonly buyMessage: string
  readonly barcodeFormat: string
  /** Put before the serial in the barcode. */
  readonly barcodePrefix: string
  readonly cardsHavePin: boolean
  readonly canBalanceInquiry: boolean
  readonly course: FulfilmentCourse
}
