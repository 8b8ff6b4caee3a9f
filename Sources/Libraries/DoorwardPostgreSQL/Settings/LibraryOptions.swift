internal import CDoorwardPQ

/// The options of a connection as libpq completes them.
enum LibraryOptions {
  /// Completes the options of a text with those of the environment, the service file and libpq's defaults.
  ///
  /// - Returns: the options, and whether the text itself has a password.
  /// - Throws: ``PostgreSQLSettingsError``
  static func resolve(
    _ text: String
  ) throws(PostgreSQLSettingsError) -> (options: [String: String], namesPassword: Bool) {
    // Its message quotes the text, which can contain a password.
    guard let given = PQconninfoParse(text, nil) else {
      throw PostgreSQLSettingsError(
        .malformed,
        """
        the database address is not a URL such as postgresql://user@host/name or a connection string of libpq: check \
        the names of its parameters, and percent-encode special characters of a password in a URL
        """)
    }
    defer { PQconninfoFree(given) }
    let options = read(given)
    if PostgreSQLSettings.isURL(text) { try requireWholePassword(options) }
    return (try complete(options), options["password"] != nil)
  }

  /// libpq ends the password of a URL at the first `@` or `/`. A later `@` shows that the rest of the password has become a
  /// host or the name of the database, which errors print. A host that begins with `@` or `/` is a Unix socket.
  private static func requireWholePassword(_ options: [String: String]) throws(PostgreSQLSettingsError) {
    let host = options["host"] ?? ""
    guard host.hasPrefix("/") || !host.dropFirst().contains("@"), options["dbname"]?.contains("@") != true
    else {
      throw PostgreSQLSettingsError(
        .malformed,
        """
        the host or the name of the database contains @: percent-encode special characters of the password, such as @ as \
        %40 and / as %2F
        """)
    }
  }

  /// libpq reads the service file only when it connects. A value that no version of TLS has makes it stop after it has
  /// completed the options, before it looks for a server.
  private static func complete(_ given: [String: String]) throws(PostgreSQLSettingsError) -> [String: String]
  {
    let stop = (name: "ssl_max_protocol_version", value: "none")
    var asked = given
    asked[stop.name] = stop.value
    guard let connection = start(asked) else {
      throw PostgreSQLSettingsError(.service, "there is no memory for a connection")
    }
    defer { PQfinish(connection) }
    guard let found = PQconninfo(connection) else {
      throw PostgreSQLSettingsError(.service, "there is no memory for the options of a connection")
    }
    defer { PQconninfoFree(found) }
    var options = read(found)
    guard options[stop.name] == stop.value else {
      throw PostgreSQLSettingsError(
        .service, "the service of the database is not in the service file, or that file is malformed")
    }
    options[stop.name] = given[stop.name]
    options["service"] = nil
    return options
  }

  /// Starts a connection and returns at once. The caller must call `PQfinish`.
  static func start(_ options: [String: String]) -> OpaquePointer? {
    let names = options.keys.map { $0 }
    return withCStrings(names) { keywords in
      withCStrings(names.map { options[$0] ?? "" }) { values in
        PQconnectStartParams(keywords, values, 0)
      }
    }
  }

  private static func read(_ list: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
    var options: [String: String] = [:]
    var next = list
    while let keyword = next.pointee.keyword {
      if let value = next.pointee.val { options[String(cString: keyword)] = String(cString: value) }
      next += 1
    }
    return options
  }

  /// Calls a body with an array of C strings that ends with a null pointer.
  private static func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    let characters = texts.map { Array($0.utf8CString) }
    var offsets: [Int] = []
    var joined: [CChar] = []
    for text in characters {
      offsets.append(joined.count)
      joined += text
    }
    return joined.withUnsafeBufferPointer { buffer in
      var pointers = offsets.map { offset in buffer.baseAddress.map { $0 + offset } }
      pointers.append(nil)
      return pointers.withUnsafeBufferPointer { list in
        // The list is never empty: it ends with a null pointer.
        guard let start = list.baseAddress else { preconditionFailure("the list has an end") }
        return body(start)
      }
    }
  }
}
