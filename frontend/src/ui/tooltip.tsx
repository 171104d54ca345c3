import { Arrow, Content, Portal, Provider, Root, Trigger } from 'radix-ui/tooltip';
import type { ReactElement, ReactNode } from 'react';

/** Once, near the root. The delays are the product's, SPEC.md section 9. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Provider>
  );
}

export interface TooltipProps {
  /** A few words. Never the only place of something needed: touch has no tooltips. */
  content: ReactNode;
  /** One focusable element. */
  children: ReactElement;
  side?: 'top' | 'right' | 'bottom' | 'left';
}

export function Tooltip({ content, children, side = 'top' }: TooltipProps) {
  return (
    <Root>
      <Trigger asChild>{children}</Trigger>
      <Portal>
        <Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-64 animate-appear rounded-sm bg-ink px-2.5 py-1.5 text-sm text-paper print:hidden"
        >
          {content}
          <Arrow className="fill-ink" />
        </Content>
      </Portal>
    </Root>
  );
}
