import type { Abstract, FactoryProvider, InjectionToken } from '@nestjs/common';
import { CONFIG, type Config } from './config.js';

/** What Nest injects for each parameter: its class, or a token where it has none. */
export type Ports<Parameters extends readonly unknown[]> = {
  readonly [Index in keyof Parameters]: Abstract<Parameters[Index]> | string | symbol;
};

/** Provides a class without Nest decorators, with the ports of its constructor in their order. */
export const useCase = <Instance, Parameters extends readonly unknown[]>(
  UseCase: new (...ports: Parameters) => Instance,
  ports: Ports<Parameters>,
): FactoryProvider<Instance> => ({
  provide: UseCase,
  inject: [...ports] as InjectionToken[],
  useFactory: (...given) => new UseCase(...(given as unknown as Parameters)),
});

/** Provides a port by an adapter that signs or encrypts with a key derived from COOKIE_SECRET. */
export const useSecret = <Port>(
  port: Abstract<Port>,
  Adapter: new (secret: string) => Port,
): FactoryProvider<Port> => ({
  provide: port,
  inject: [CONFIG],
  useFactory: ({ cookieSecret }: Config) => new Adapter(cookieSecret),
});
