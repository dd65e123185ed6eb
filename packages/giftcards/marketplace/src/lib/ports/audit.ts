/** Writes the audit log. */
export interface AuditWriter {
  /** Names the operator in every audit row that this transaction writes from now on. */
  nameOperator(operator: string): void

  /** One row per login that was judged; `customerId: null` where no customer has this email. */
  insertLogin(login: {
    readonly email: string
    readonly customerId: number | null
    readonly isRight: boolean
  }): Promise<void>
  /** One row per read of secure data; never a value of the card. */
  insertSecureRead(read: {
    readonly cardId: number
    readonly customerId: number
    readonly at: number
  }): Promise<void>
}
