import type { HookFields } from '../protocol/hookEvents.ts';

export interface NotificationPorts {
  readonly fire: (fields: HookFields['Notification']) => void;
  /** Milliseconds. */
  readonly delays?: { readonly permission: number; readonly idle: number };
}

const usualDelays = { permission: 6000, idle: 60_000 };

/** Fires Notification when the agent has waited for the person: for an answer a few seconds, for the next prompt a minute. */
export class HookNotifications {
  readonly #fire: NotificationPorts['fire'];
  readonly #delays: { readonly permission: number; readonly idle: number };
  #asked: string | undefined;
  #permission: ReturnType<typeof setTimeout> | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor({ fire, delays = usualDelays }: NotificationPorts) {
    this.#fire = fire;
    this.#delays = delays;
  }

  /** The call that the person is asked about now, if any; told again for the same call, the time goes on. */
  asks(call: { readonly callId: string; readonly claudeName: string } | undefined): void {
    if (call?.callId === this.#asked) return;
    clearTimeout(this.#permission);
    this.#asked = call?.callId;
    if (call === undefined) return;
    const message = `Todo Agent needs your permission to use ${call.claudeName}`;
    this.#permission = setTimeout(
      () => this.#fire({ message, title: 'Permission needed', notification_type: 'permission_prompt' }),
      this.#delays.permission,
    );
  }

  /** Whether a run is on; the time without one counts after a run only. */
  runs(isRunning: boolean): void {
    clearTimeout(this.#idle);
    if (isRunning) return;
    const message = 'Todo Agent is waiting for your input';
    this.#idle = setTimeout(() => this.#fire({ message, notification_type: 'idle_prompt' }), this.#delays.idle);
  }

  dispose(): void {
    clearTimeout(this.#permission);
    clearTimeout(this.#idle);
  }
}
