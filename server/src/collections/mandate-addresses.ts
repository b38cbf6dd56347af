interface Address {
  readonly baseUrl: string
  readonly basePath: string
}

/** The page behind the mailed link; what leads on to the provider; and where the provider leads back. */
export const mandatePaths = {
  ask: '/GoCardless/Mandate',
  open: '/GoCardless/Mandate/Open',
  done: '/GoCardless/Mandate/Done',
  left: '/GoCardless/Mandate/Left',
} as const

const address = (path: string) => (config: Address, secret: string) =>
  `${config.baseUrl}${config.basePath}${path}?token=${encodeURIComponent(secret)}`

export const askAddress = address(mandatePaths.ask)
export const openAddress = address(mandatePaths.open)
export const doneAddress = address(mandatePaths.done)
export const leftAddress = address(mandatePaths.left)
