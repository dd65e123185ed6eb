const key = 'docs.theme'

/** Activates the theme buttons, which switch between light and dark and store the choice. */
export function installTheme(): void {
  const root = document.documentElement
  const systemDark = matchMedia('(prefers-color-scheme: dark)')
  const buttons = document.querySelectorAll<HTMLElement>('[data-switches-theme]')
  const isDark = (): boolean =>
    root.dataset['theme'] === undefined ? systemDark.matches : root.dataset['theme'] === 'dark'

  const show = (): void => {
    for (const button of buttons) button.setAttribute('aria-pressed', String(isDark()))
    // The reference pages read their theme from a class of the root element.
    if (root.classList.contains('light') || root.classList.contains('dark')) {
      root.classList.toggle('dark', isDark())
      root.classList.toggle('light', !isDark())
    }
  }

  for (const button of buttons) {
    button.hidden = false
    button.addEventListener('click', () => {
      const theme = isDark() ? 'light' : 'dark'
      root.dataset['theme'] = theme
      remember(theme)
      show()
    })
  }
  systemDark.addEventListener('change', show)
  show()
}

/** Without storage, the choice is lost on the next page. */
function remember(theme: string): void {
  try {
    localStorage.setItem(key, theme)
  } catch {
    // Storage is unavailable.
  }
}
