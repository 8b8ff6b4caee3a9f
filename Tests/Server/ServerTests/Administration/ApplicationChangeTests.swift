import DoorwardServer
import DoorwardSessions
import Encodings
import Testing

/// The changes that an operator writes as `SETTING=VALUE`.
@Suite struct ApplicationChangeTests {
  private func object(_ text: String) throws -> JSONObject { try #require(try JSONParser.parse(text).object) }

  @Test(arguments: [
    ("name=Shop", #"{"name":"Shop"}"#, #"{"name":"Shop"}"#),
    ("name=Shop", #"{"name":"Old","id":"a"}"#, #"{"name":"Shop","id":"a"}"#),
    ("name=a=b", "{}", #"{"name":"a=b"}"#),
    ("device_authorization=true", "{}", #"{"device_authorization":true}"#),
    (#"name="true""#, "{}", #"{"name":"true"}"#),
    ("name=", #"{"name":"Shop"}"#, "{}"),
    ("ethereum.chains=[1,10]", "{}", #"{"ethereum":{"chains":[1,10]}}"#),
    ("ethereum.chains=", #"{"ethereum":{"chains":[1]}}"#, "{}"),
    ("ethereum.chains=", #"{"ethereum":{"chains":[1],"uris":[]}}"#, #"{"ethereum":{"uris":[]}}"#),
  ]) func valueReplacesSetting(_ text: String, _ before: String, _ after: String) throws {
    var settings = try object(before)
    try #require(ApplicationChange(text)).apply(to: &settings, inForce: settings)
    #expect(try settings == object(after))
  }

  /// The list in force can be a default, which the settings do not contain.
  @Test(arguments: [
    ("origins+=https://a.example", #"{"origins":[]}"#, #"{"origins":["https://a.example"]}"#),
    ("origins+=https://a.example", "{}", #"{"origins":["https://a.example"]}"#),
    ("methods+=guest", #"{"methods":["siwe"]}"#, #"{"methods":["siwe","guest"]}"#),
    ("methods+=siwe", #"{"methods":["siwe"]}"#, #"{"methods":["siwe"]}"#),
    ("scopes-=account", #"{"scopes":["openid","account"]}"#, #"{"scopes":["openid"]}"#),
    ("ethereum.chains+=10", #"{"ethereum":{"chains":[1]}}"#, #"{"ethereum":{"chains":[1,10]}}"#),
    ("ethereum.chains-=1", #"{"ethereum":{"chains":[1,10]}}"#, #"{"ethereum":{"chains":[10]}}"#),
  ]) func listChangeStartsWithListInForce(_ text: String, _ inForce: String, _ after: String) throws {
    var settings = JSONObject()
    try #require(ApplicationChange(text)).apply(to: &settings, inForce: try object(inForce))
    #expect(try settings == object(after))
  }

  @Test(arguments: [
    ("origins-=https://a.example", #"{"origins":["https://b.example"]}"#),
    ("origins-=https://a.example", "{}"),
    ("name.x=", #"{"name":"Shop"}"#), ("client_secret_hash.x=1", #"{"client_secret_hash":"abc"}"#),
    ("name+=a", #"{"name":"Shop"}"#),
  ]) func changeThatDoesNotFitIsRefused(_ text: String, _ before: String) throws {
    let before = try object(before)
    var settings = before
    let change = try #require(ApplicationChange(text))
    #expect(throws: ConfigurationError.self) { try change.apply(to: &settings, inForce: before) }
    #expect(settings == before)
  }

  @Test(arguments: ["", "name", "=value", "+=value", "a..b=1", ".a=1", "a.=1"])
  func textThatIsNoChangeIsRefused(_ text: String) {
    #expect(ApplicationChange(text) == nil)
  }
}
