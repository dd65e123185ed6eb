import { jsonReply, withHeaders } from '../kernel/reply.ts'
import { findOrRefuse, Refusal } from './find-or-refuse.ts'
import type { Handler } from './handler.ts'
import { pageReply } from './page-reply.ts'
import type { Loan } from './store.ts'

const isUnset = (filter: string | undefined): filter is undefined => filter === undefined

export const listLoans: Handler = (input, { store }) => {
  const statuses = input.query.status as readonly string[] | undefined
  const where = (input.query.where ?? {}) as { readonly memberId?: string; readonly copyId?: string }
  const matching = [...store.loans.values()].filter(
    ({ status, memberId, copyId }) =>
      (statuses?.includes(status) ?? true) &&
      (isUnset(where.memberId) || where.memberId.toLowerCase() === memberId) &&
      (isUnset(where.copyId) || where.copyId.toLowerCase() === copyId),
  )
  return pageReply(matching, input)
}

export const createLoan: Handler = ({ body }, { store }) => {
  const input = body as Pick<Loan, 'copyId' | 'memberId' | 'dueOn'>
  const copyId = input.copyId.toLowerCase()
  const memberId = input.memberId.toLowerCase()
  if (!store.copies.has(copyId)) throw new Refusal(409, 'There is no such copy.')
  if (!store.members.has(memberId)) throw new Refusal(409, 'There is no such member.')
  if ([...store.loans.values()].some((loan) => loan.copyId === copyId && loan.status === 'open'))
    throw new Refusal(409, 'The copy is on loan already.')
  const loan: Loan = {
    id: store.nextId('loan'),
    copyId,
    memberId,
    status: 'open',
    dueOn: input.dueOn,
    lentAt: store.now(),
    returnedAt: null,
    fine: 0,
  }
  store.loans.set(loan.id, loan)
  return withHeaders(jsonReply(201, loan), { location: `/v1/loans/${loan.id}` })
}

export const getLoan: Handler = ({ path }, { store }) =>
  jsonReply(200, findOrRefuse(store.loans, path.loanId))

export const returnLoan: Handler = ({ path, body }, { store, on }) => {
  const open = findOrRefuse(store.loans, path.loanId)
  if (open.status === 'returned') throw new Refusal(409, 'It was returned already.')
  const { condition, fine = 0 } = (body ?? {}) as { readonly condition?: string; readonly fine?: number }
  const returned: Loan = {
    ...open,
    status: 'returned',
    returnedAt: store.now(),
    fine,
    ...(condition === undefined ? {} : { condition }),
  }
  store.loans.set(open.id, returned)
  const told =
    on('returned-copy-told-wrongly') && condition === 'damaged'
      ? { ...returned, condition: 'broken' }
      : returned
  return jsonReply(200, told)
}
