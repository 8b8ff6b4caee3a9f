internal import Encodings
public import Foundation

extension DoorwardConfiguration {
  /// Reads a configuration from a file: JSON, or a property list with the same keys.
  ///
  /// ```text
  /// {"server_url": "https://accounts.example.com", "application_id": "my-application-id"}
  /// ```
  ///
  /// - Throws: ``DoorwardError`` `invalid_configuration`. Its reason names the wrong key.
  public init(contentsOf file: URL) throws(DoorwardError) {
    let data: Data
    do { data = try Data(contentsOf: file) } catch {
      throw .invalidConfiguration("\(file.lastPathComponent) cannot be read")
    }
    if file.pathExtension == "plist" {
      try self.init(propertyList: data)
    } else {
      try self.init(json: data)
    }
  }

  /// Reads `Doorward.plist` or `Doorward.json` of a bundle.
  ///
  /// - Throws: ``DoorwardError`` `invalid_configuration`, also if the bundle has neither.
  public init(bundle: Bundle) throws(DoorwardError) {
    let file = ["plist", "json"].lazy.compactMap { bundle.url(forResource: "Doorward", withExtension: $0) }
    guard let file = file.first else {
      throw .invalidConfiguration("there is no Doorward.plist and no Doorward.json among the app's resources")
    }
    try self.init(contentsOf: file)
  }

  /// Reads a configuration from JSON.
  ///
  /// - Throws: ``DoorwardError`` `invalid_configuration`. Its reason names the wrong key.
  public init(json: Data) throws(DoorwardError) {
    guard let object = try? JSONParser.parse(file: Array(json)).object else {
      throw .invalidConfiguration("it is not a JSON object")
    }
    var members: [String: String] = [:]
    for member in object {
      guard let text = member.value.string else {
        throw .invalidConfiguration("\(member.key) must be a string")
      }
      members[member.key] = text
    }
    try self.init(members)
  }

  /// Reads a configuration from a property list.
  ///
  /// - Throws: ``DoorwardError`` `invalid_configuration`. Its reason names the wrong key.
  public init(propertyList: Data) throws(DoorwardError) {
    guard
      let members = try? PropertyListDecoder().decode([String: String].self, from: propertyList)
    else { throw .invalidConfiguration("it is not a property list of texts") }
    try self.init(members)
  }

  private init(_ members: [String: String]) throws(DoorwardError) {
    for key in members.keys where !["server_url", "application_id"].contains(key) {
      throw .invalidConfiguration("\(key) is unknown; the allowed keys are server_url and application_id")
    }
    guard let text = members["server_url"], let url = URL(string: text), url.host != nil else {
      throw .invalidConfiguration("server_url must be the address of the server")
    }
    if let refusal = ServerAddress.refusal(of: url) { throw refusal }
    self.init(serverURL: url, applicationID: members["application_id"])
  }
}
