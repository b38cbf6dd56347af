import { type ComponentType, use } from 'react'

/**
 * A screen that is loaded when it is first wanted. The router calls `preload` as soon as it knows and waits for it, so
 * that the screen is there at once; React's own `lazy` would show 'Loading...' for a moment even then.
 */
export function lazyScreen(load: () => Promise<ComponentType>) {
  let Loaded: ComponentType | undefined
  let loading: Promise<void> | undefined

  function preload(): Promise<void> {
    loading ??= load().then(
      screen => {
        Loaded = screen
      },
      (error: unknown) => {
        // A link that was only pointed at must not keep its failure for the click.
        loading = undefined
        throw error
      },
    )
    return loading
  }

  function Screen() {
    if (!Loaded) use(preload())
    return Loaded && <Loaded />
  }
  return Object.assign(Screen, { preload })
}
