extension ConfigurationReader {
  /// Reads a list of redirect URIs.
  package mutating func redirectURIs(_ name: String) -> [RedirectURI]? {
    guard let texts = strings(name) else { return nil }
    var uris: [RedirectURI] = []
    for text in texts {
      do {
        uris.append(try RedirectURI(text))
      } catch {
        refuse(name, "\"\(text)\" \(error.reason)")
      }
    }
    return uris
  }
}
