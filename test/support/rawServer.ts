import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A server that answers each request with exact bytes, for what no real server of the API would do. */
export class RawServer {
  /** How many requests have arrived. */
  requests = 0;
  readonly #reply: (socket: Socket, request: number) => void;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  private constructor(reply: (socket: Socket, request: number) => void) {
    this.#reply = reply;
    this.#server = createServer((socket) => this.#serve(socket));
  }

  /** @param reply gets the number of the request too, from 1 on. */
  static async start(reply: (socket: Socket, request: number) => void): Promise<RawServer> {
    const raw = new RawServer(reply);
    raw.#server.listen(0, '127.0.0.1');
    await once(raw.#server, 'listening');
    return raw;
  }

  get url(): string {
    // A listening TCP server has an address of this kind.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves when every connection is closed. */
  async quiet(): Promise<void> {
    for (const socket of this.#sockets) await once(socket, 'close');
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    let text = '';
    socket.on('close', () => this.#sockets.delete(socket));
    // The client goes away as it likes.
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      text += data.toString('latin1');
      const body = text.indexOf('\r\n\r\n') + 4;
      if (body < 4 || text.length - body < Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)) return;
      text = '';
      this.requests += 1;
      this.#reply(socket, this.requests);
    });
  }
}

/** The start of an answer whose end is the end of the connection. */
export function head(contentType = 'text/event-stream', ...more: readonly string[]): string {
  return ['HTTP/1.1 200 OK', `content-type: ${contentType}`, 'connection: close', ...more, '', ''].join('\r\n');
}

/** Events as they stand on the wire, each named after its type. */
export function wire(...events: readonly ({ readonly type: string } & Readonly<Record<string, unknown>>)[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}
