import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'

/** The provider sees the raw request only; which client it comes from, behind a proxy or not, Fastify knows. */
const addresses = new WeakMap<IncomingMessage, string>()

export const rememberClientAddress = ({ raw, ip }: FastifyRequest) => void addresses.set(raw, ip)

export const clientAddressOf = (raw: IncomingMessage): string => addresses.get(raw) ?? ''
