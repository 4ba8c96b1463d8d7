//! 车辆. The company's own vehicles, and where they are repaired.

use platform::prelude::*;

const FREE: &str = "FREE";
const REPAIR: &str = "REPAIR";
const RETIRED: &str = "RETIRED";
const STATES: &[Choice] = &[
    Choice::new(FREE, "可用", "Free").tone("ready"),
    Choice::new(REPAIR, "维修中", "Under repair").tone("warning"),
    Choice::new(RETIRED, "已报废", "Retired").tone("neutral"),
];
const PLATE_TAKEN: Msg = Msg::new("vehicle.plate", "车牌号已存在", "The plate exists already.");
const WRONG_STATE: Msg =
    Msg::new("vehicle.state", "车辆{state}，不能执行此操作", "A vehicle that is {state} can't be treated like this.");

document! {
    /// One vehicle.
    pub struct Vehicle in "vehicle" {
        --- "main" ("车辆", "Vehicle");
        /// Plate.
        plate: String = Field::upper("车牌号", "Plate").required().max(10),
        /// What it carries.
        capacity: i64 = Field::decimal(3, "载重", "Capacity").required().range(1, 99_999_000).unit("KG"),
        /// State.
        state: String = Field::state(STATES, "状态", "State").initially("\"FREE\""),
        /// Remark.
        remark: String = Field::long("备注", "Remark").max(200),
        --- "repair" ("维修与报废", "Repair and end");
        /// Who repairs it.
        garage: String = Field::text("维修厂", "Garage").required().max(40).read_only(),
        /// When it comes back.
        back_on: String = Field::day("预计返回", "Back on").required().read_only(),
        /// Why it was retired.
        retired_for: String = Field::text("报废原因", "Why retired").required().max(100).read_only(),
    }
}

/// The page.
pub static PAGE: LazyLock<Page<Vehicle>> = LazyLock::new(|| {
    Page::of("example.vehicle", ("车辆", "Vehicles"), ("/example_vehicle", "/exampleManager", 10), Vehicle::PLATE)
        .calls("/example/vehicle", "vehicle")
        .states(Vehicle::STATE, WRONG_STATE)
        .columns(&[
            Column::own(Vehicle::PLATE).width(120).copy(),
            Column::own(Vehicle::CAPACITY).width(100).sum(),
            Column::own(Vehicle::STATE).width(90),
            Column::own(Vehicle::GARAGE).width(160),
            Column::own(Vehicle::BACK_ON).width(110),
        ])
        .made_by()
        .filters(&[
            Filter::new("plate", Match::Contains, Vehicle::PLATE),
            Filter::new("state", Match::OneOf, Vehicle::STATE),
        ])
        .tabs("state")
        .unique("uq_vehicle_plate", &["plate"], "plate", PLATE_TAKEN)
        .action(Action::create("example-vehicle-add"))
        .action(Action::edit("example-vehicle-edit").begins_in(&[FREE, REPAIR]))
        .action(
            Action::moves("example-vehicle-repair", ("送修", "Send to repair"), &[FREE], REPAIR)
                .asks(&[Vehicle::GARAGE.typed(), Vehicle::BACK_ON.typed()])
                .files("estimate", ("维修报价", "Estimate"), 10_000_000, true),
        )
        .action(
            Action::moves("example-vehicle-retire", ("报废", "Retire"), &[FREE, REPAIR], RETIRED)
                .asks(&[Vehicle::RETIRED_FOR.typed()])
                .note("报废后不能恢复", "It can't be brought back.")
                .danger()
                .level(Level::High),
        )
        .action(Action::remove("example-vehicle-del").begins_in(&[FREE]))
        .action(Action::import(Import::with("example-vehicle-import")))
        .action(Action::export("example-vehicle-export"))
});
