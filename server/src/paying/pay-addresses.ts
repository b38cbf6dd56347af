import type { Address } from './parts.ts'

/** The page behind a link; what leads on to a provider; and where the provider leads back. */
export const payPaths = { page: '/pay', card: '/pay/card', bank: '/pay/bank', done: '/pay/done' } as const

export const pathTo = ({ basePath }: Pick<Address, 'basePath'>, path: string, secret: string) =>
  `${basePath}${path}?token=${encodeURIComponent(secret)}`

const address = (path: string) => (config: Address, secret: string) =>
  `${config.baseUrl}${pathTo(config, path, secret)}`

export const payAddress = address(payPaths.page)
export const doneAddress = address(payPaths.done)
