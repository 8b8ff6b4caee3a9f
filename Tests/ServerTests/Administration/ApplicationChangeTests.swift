import DoorwardServer
import Encodings
import Testing

/// The changes that an operator writes as `SETTING=VALUE`.
@Suite struct ApplicationChangeTests {
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
    ("origins+=https://a.example", "{}", #"{"origins":["https://a.example"]}"#),
    (
      "origins+=https://a.example", #"{"origins":["https://a.example"]}"#,
      #"{"origins":["https://a.example"]}"#
    ),
    ("ethereum.chains+=10", #"{"ethereum":{"chains":[1]}}"#, #"{"ethereum":{"chains":[1,10]}}"#),
    ("ethereum.chains-=1", #"{"ethereum":{"chains":[1,10]}}"#, #"{"ethereum":{"chains":[10]}}"#),
    ("origins-=https://a.example", "{}", "{}"),
  ]) func changeGivesSettings(_ text: String, _ before: String, _ after: String) throws {
    var settings = try #require(try JSONParser.parse(before).object)
    try #require(ApplicationChange(text)).apply(to: &settings)
    #expect(JSONValue.object(settings) == (try JSONParser.parse(after)))
  }

  @Test(arguments: ["", "name", "=value", "+=value", "a..b=1", ".a=1", "a.=1"])
  func invalidChangeIsRefused(_ text: String) {
    #expect(ApplicationChange(text) == nil)
  }
}
