import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Button } from '../ui/Button.tsx'
import { ChunkLoadError } from './chunk.ts'
import css from './Message.module.css'

/** Stands in for a screen that could not be loaded or shown; the rest of the application goes on. */
export function ScreenError({ error, reset }: Pick<ErrorComponentProps, 'error' | 'reset'>) {
  const router = useRouter()
  const isChunk = error instanceof ChunkLoadError
  return (
    <div className={css.message} role="alert">
      <h1 tabIndex={-1}>{isChunk ? 'This page could not be loaded' : 'Something went wrong'}</h1>
      {isChunk && <p>The connection may have been lost, or there is a new version. Reloading usually helps.</p>}
      <p className={css.detail}>{error instanceof Error ? error.message : String(error)}</p>
      <p className={css.actions}>
        <Button variant="primary" onClick={() => window.location.reload()}>
          Reload
        </Button>
        {!isChunk && (
          <Button
            onClick={() => {
              reset()
              void router.invalidate()
            }}
          >
            Try again
          </Button>
        )}
      </p>
    </div>
  )
}
