import { type ComponentType, use } from 'react'

/**
 * A screen, or a part of one, that is loaded when it is first wanted. The router calls a screen's `preload` as soon as it
 * knows and waits for it, so that the screen is there at once; React's own `lazy` would show 'Loading...' for a moment
 * even then.
 */
export function lazyScreen<Props extends object = object>(load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | undefined
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

  function Screen(props: Props) {
    if (!Loaded) use(preload())
    return Loaded && <Loaded {...props} />
  }
  return Object.assign(Screen, { preload })
}
