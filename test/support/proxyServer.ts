import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/**
 * A proxy as a company has one: takes requests for any host, whether as a tunnel (CONNECT) or by their whole address, and
 * sends all of them to one place.
 */
export class ProxyServer {
  /** The hosts that were asked for. */
  readonly asked: string[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(target: string) {
    const { hostname, port } = new URL(target);
    this.#server = createServer((request, response) => {
      const { host, pathname } = new URL(request.url ?? '', target);
      this.asked.push(host);
      fetch(new URL(pathname, target), { method: 'POST', body: '{}' })
        .then(async (answer) => {
          response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
          response.end(await answer.text());
        })
        .catch(() => response.destroy());
    });
    this.#server.on('connection', (socket) => this.#sockets.add(socket));
    this.#server.on('connect', (request, client: Socket) => {
      this.asked.push(request.url ?? '');
      const upstream = connect(Number(port), hostname, () => {
        client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        upstream.pipe(client).pipe(upstream);
      });
      this.#sockets.add(upstream);
    });
  }

  static async start(target: string): Promise<ProxyServer> {
    const proxy = new ProxyServer(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    // A listening TCP server has an address of this kind.
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
