import { jsonReply, withHeaders } from '../kernel/reply.ts'
import type { Handler } from './handler.ts'

const labels: Record<string, Record<string, string>> = {
  en: {
    mon: 'Monday',
    tue: 'Tuesday',
    wed: 'Wednesday',
    thu: 'Thursday',
    fri: 'Friday',
    sat: 'Saturday',
    sun: 'Sunday',
  },
  de: {
    mon: 'Montag',
    tue: 'Dienstag',
    wed: 'Mittwoch',
    thu: 'Donnerstag',
    fri: 'Freitag',
    sat: 'Samstag',
    sun: 'Sonntag',
  },
}

export const getOpeningHours: Handler = ({ path, query, header, cookie }) => {
  const locale = cookie.locale as string
  const { from = 0, to = 24 } = (query.window ?? {}) as { readonly from?: number; readonly to?: number }
  const branches = header['X-Branches'] ?? ['cen', 'nor', 'sou']
  const days = (path.days as readonly string[]).map((day) => ({
    day,
    label: labels[locale]?.[day] ?? day,
    opens: Math.min(24, Math.max(9, from)),
    closes: Math.min(18, to),
    branches,
  }))
  return withHeaders(jsonReply(200, { locale, days }), { 'content-language': locale })
}
