// A typed client of a Ten Moons site, generated from the site's own description of its API.

/** The site said no: `status`, `code`, `rule` and `details` are for the program, the message is for you. */
export class Refused extends globalThis.Error {
  readonly code: string;
  readonly rule: string | null;
  readonly details: Detail[];

  constructor(
    readonly status: number,
    said: ErrorBody | null,
  ) {
    super(`${status} ${said?.message ?? "No answer that can be read."}`);
    this.code = said?.code ?? "error";
    this.rule = said?.rule ?? null;
    this.details = said?.details ?? [];
  }
}

/** A site at an address, asked as the owner of a token, or without one as a visitor. */
export class Site {
  constructor(
    private readonly url: string,
    private readonly token = "",
  ) {}

  // operations

  /** All rows of a list, asked for page by page. */
  async *every<Row>(
    list: (asked: { page: number; page_size: number }) => Promise<{ next: string | null; results: Row[] }>,
  ): AsyncGenerator<Row> {
    for (let page = 1; ; page += 1) {
      const said = await list({ page, page_size: 500 });
      yield* said.results;
      if (!said.next) return;
    }
  }

  private async call(method: string, path: string, asked: { [name: string]: any }, isFile = false): Promise<any> {
    const { body, headers, ...rest } = asked;
    const query = new URLSearchParams();
    let address = path;
    for (const [name, value] of Object.entries(rest)) {
      if (value === undefined || value === null) continue;
      if (address.includes(`{${name}}`)) address = address.replace(`{${name}}`, encodeURIComponent(String(value)));
      else for (const one of [value].flat()) query.append(name, String(one));
    }
    const answer = await fetch(`${this.url}${address}${query.size ? `?${query}` : ""}`, {
      method,
      headers: {
        ...(this.token ? { Authorization: `Bearer ${this.token}` } : {}),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (answer.ok && isFile) return answer.blob();
    const text = await answer.text();
    const json = (answer.headers.get("Content-Type") ?? "").includes("json");
    if (!answer.ok) throw new Refused(answer.status, json ? JSON.parse(text).error : null);
    return json ? JSON.parse(text) : text || null;
  }
}
