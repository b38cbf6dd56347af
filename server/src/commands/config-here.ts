import { type Config, configOnPort, type GivenConfig } from '../platform/config.ts'
import { portsToTry } from '../platform/port.ts'

/** Without BASE_URL, links lead to where the product looks for a port first. */
export function configHere(given: GivenConfig): Config {
  const [port = 0] = portsToTry(given)
  return configOnPort(given, port)
}
