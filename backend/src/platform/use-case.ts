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

/** The same, with what the last parameter takes from the configuration. */
export const useCaseWith = <Instance, Parameters extends readonly unknown[], Setting>(
  UseCase: new (...given: [...ports: Parameters, setting: Setting]) => Instance,
  ports: Ports<Parameters>,
  settingOf: (config: Config) => Setting,
): FactoryProvider<Instance> => ({
  provide: UseCase,
  inject: [CONFIG, ...ports] as InjectionToken[],
  useFactory: (config: Config, ...given) => new UseCase(...(given as unknown as Parameters), settingOf(config)),
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
