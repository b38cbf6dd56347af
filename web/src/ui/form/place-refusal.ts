interface Refused {
  readonly message: string
  readonly fields?: Readonly<Record<string, readonly string[]>> | undefined
}

interface PlacedRefusal {
  /** Messages by the field they appear beside, in the server's order. */
  readonly beside: readonly (readonly [name: string, message: string])[]
  /** Appears above the form; empty when every message appears beside a field. */
  readonly onTop: string
}

/** Places a server's refusal in a form, so that none of it is swallowed. `names`: the fields the form has. */
export function placeRefusal({ fields = {}, message }: Refused, names: readonly string[]): PlacedRefusal {
  const isShown = (name: string) => names.includes(name.split('.')[0] ?? '')
  const messages = Object.entries(fields).map(([name, texts]) => [name, texts.join(' ')] as const)
  const beside = messages.filter(([name]) => isShown(name))
  const [rest] = messages.filter(([name]) => !isShown(name))
  return { beside, onTop: beside.length > 0 && !rest ? '' : rest?.[1] || message }
}
