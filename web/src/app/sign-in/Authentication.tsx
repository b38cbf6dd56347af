import { useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { AppLink } from '../../ui/AppLink.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { base } from '../base.ts'
import { loadChunk } from '../chunk.ts'
import css from '../Message.module.css'
import { type AuthenticationAction, actionOf, returnUrlOf, screenPath, texts } from './rules.ts'

/** /authentication/{action}: shows what is going on, and does it once. */
export function Authentication() {
  const { action: text } = useParams({ strict: false })
  const action = actionOf(text)
  // Another action is another page, not the same one with other props.
  return <AuthenticationPage key={action} action={action} />
}

function AuthenticationPage({ action }: { action: AuthenticationAction }) {
  const router = useRouter()
  const [message, setMessage] = useState('')
  const [error, setError] = useState<unknown>(null)
  const [asked, setAsked] = useState<{ question: string; yes: string; answer: (yes: boolean) => void } | null>(null)
  const isStarted = useRef(false)
  // Checked while rendering, so that a bad one is shown instead of followed.
  useState(() => returnUrlOf({ search: window.location.search, base, fallback: base }))

  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    const page = {
      goTo(url: string) {
        if (screenPath(url, base) === null) return window.location.replace(url)
        const { origin, href } = new URL(url)
        router.history.replace(href.slice(origin.length))
      },
      say: setMessage,
      ask: (question: string, yes: string) => new Promise<boolean>(answer => setAsked({ question, yes, answer })),
    }
    loadChunk(
      'authentication',
      () => import('./authenticate.ts'),
      module => module.run,
    )
      .then(run => run(action, page))
      .catch(setError)
  }, [action, router])

  if (error) throw error
  if (asked) {
    const answer = (yes: boolean) => {
      setAsked(null)
      asked.answer(yes)
    }
    return (
      <div className={css.message} role="alertdialog" aria-label={asked.question}>
        <h1 tabIndex={-1}>{asked.question}</h1>
        <Button variant="primary" autoFocus onClick={() => answer(false)}>
          Stay signed in
        </Button>
        <Button onClick={() => answer(true)}>{asked.yes}</Button>
      </div>
    )
  }
  return (
    <div className={css.message} role="status">
      <h1 tabIndex={-1}>{message || (statusTexts[action] ?? '')}</h1>
      {message && (
        <AppLink to="/dashboard" className={buttonClass('secondary')}>
          Go to the dashboard
        </AppLink>
      )}
    </div>
  )
}

const statusTexts: Partial<Record<AuthenticationAction, string>> = {
  login: texts.login,
  'login-callback': texts.loginCallback,
  logout: texts.logout,
  'logout-callback': texts.logoutCallback,
  'logged-out': texts.loggedOut,
}
