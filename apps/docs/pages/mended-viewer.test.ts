import { describe, expect, it } from 'vitest'
import { toMendedViewer } from './mended-viewer.ts'

describe('toMendedViewer', () => {
  it('takes out the logo and nothing else', () => {
    const page = 'a(`https://cdn.redoc.ly/redoc/logo-mini.svg`,`https://partner.example.com/logo.svg`)'
    expect(toMendedViewer(page)).toBe('a(`data:,`,`https://partner.example.com/logo.svg`)')
  })

  it('lets the menu of examples be named by what it shows', () => {
    expect(toMendedViewer('{"aria-label":`Example`,options:e}')).toBe('{"aria-label":void 0,options:e}')
  })

  it('names the button that clears the search', () => {
    expect(toMendedViewer('{onClick:s,icon:(0,V.jsx)(gue,{}),tabIndex:-1}')).toBe(
      '{onClick:s,"aria-label":`Clear`,icon:(0,V.jsx)(gue,{}),tabIndex:-1}',
    )
  })
})
