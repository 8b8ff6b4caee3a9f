/// The addresses of the files in the HTML of a page.
enum PageFiles {
  static func paths(_ page: TestAPI.Answer) -> [String] {
    let html = String(decoding: page.body, as: UTF8.self)
    return Set(html.matches(of: /(?:src|href)="(\/assets\/[^"]+)"/).map { String($0.1) }).sorted()
  }
}
