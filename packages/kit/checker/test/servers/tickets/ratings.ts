import { dataReply, Fault, type Handler } from './desk.ts'
import { findTicket } from './find-ticket.ts'
import { assertRule, readForm } from './read-call.ts'
import { list, oneOf, record, text, whole } from './rules.ts'

export const getRating: Handler = (call, desk) => {
  const rating = desk.store.ratings.get(findTicket(call, desk).id)
  if (rating === undefined) throw new Fault(404, 'Nobody has rated it.')
  return dataReply(200, rating)
}

export const putRating: Handler = (call, { store, on, pause }) => {
  const { id } = findTicket(call, { store, on, pause })
  const form = readForm(call)
  for (const name of ['score', 'remark'])
    if (form.getAll(name).length > 1)
      throw new Fault(400, 'The rating is wrong.', { [name]: 'was sent more than once' })
  const score = form.get('score')
  const remark = form.get('remark')
  const topics = form.getAll('topics')
  const rating = {
    ...(score === null
      ? on('accepts-rating-without-score')
        ? { score: 3 }
        : {}
      : { score: toWhole(score) }),
    ...(remark === null ? {} : { remark }),
    ...(topics.length === 0 ? {} : { topics }),
  }
  const topic = oneOf('speed', 'tone', 'result')
  const rule = record(
    {
      score: whole({ min: 1, max: on('accepts-score-of-six') ? 6 : 5 }),
      remark: text({ max: 100 }),
      topics: list(topic, { max: on('reads-one-topic') ? 1 : 3 }),
    },
    { required: ['score'] },
  )
  assertRule(rule, rating, 'rating')
  store.ratings.set(id, rating as { score: number })
  return dataReply(
    200,
    on('ratings-are-told-doubled') ? { ...rating, score: Number(rating.score) * 2 } : rating,
  )
}

const toWhole = (sent: string): number => (/^-?(0|[1-9]\d*)$/.test(sent) ? Number(sent) : Number.NaN)
